// What pages do besides what their links and forms do without a script. Every module adds comfort to markup that works
// by itself, and finds out from that markup whether the page is its own.
import './keys.js';
import './outline.js';
import './verdict-bar.js';
