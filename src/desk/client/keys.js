// Single keys for whoever judges many exchanges. An element says itself which key is its own (data-key): it is focused
// where something is typed into it, else clicked. They can be switched off (WCAG 2.1.4).

const OFF = 'citedesk.keys-off';
const ITEMS = '.candidate, .row';
const TYPED_INTO = 'textarea, select, input:not([type=radio], [type=checkbox], [type=submit], [type=button])';

let helpDialog = null;

document.addEventListener('keydown', (event) => {
  if (event.isComposing || event.altKey || event.getModifierState('AltGraph')) return;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return submit(event);
  if (event.ctrlKey || event.metaKey || isElsewhere(event.target)) return;
  if (event.key === '?') return run(event, openHelp);
  if (isOff()) return;
  if (event.key === 'j') return run(event, () => move(1));
  if (event.key === 'k') return run(event, () => move(-1));
  if (event.key === 'Enter') return openItem(event);
  const element = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (element instanceof HTMLElement) run(event, () => use(element));
});

/** While somebody types or a dialog asks something, letters are letters. */
function isElsewhere(target) {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));
}

function run(event, action) {
  event.preventDefault();
  action();
}

function submit(event) {
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  if (form !== null) run(event, () => form.requestSubmit());
}

/** What is folded away is unfolded first, or nothing would be seen of it. */
function use(element) {
  for (let at = element.closest('details'); at !== null; at = at.parentElement?.closest('details') ?? null) {
    at.open = true;
  }
  if (element.matches('summary')) element.click();
  else if (element.matches(TYPED_INTO)) element.focus();
  else {
    element.focus();
    element.click();
  }
}

function move(step) {
  const items = [...document.querySelectorAll(ITEMS)];
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const next = items[current === -1 && step < 0 ? items.length - 1 : current + step];
  if (next === undefined) return;
  const target = next.querySelector('.row-link') ?? next.querySelector('summary') ?? next;
  if (target === next) next.setAttribute('tabindex', '-1');
  target.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** Links, buttons and summaries have Enter of their own; an open candidate leads to the sentence that cites it. */
function openItem(event) {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('.candidate')) return;
  const link = event.target.querySelector('.badges a');
  if (link instanceof HTMLElement) run(event, () => link.click());
}

function isOff() {
  return readSetting() === 'yes';
}

/** A browser that keeps nothing throws; the keys then work and cannot be switched off for good. */
function readSetting() {
  try {
    return localStorage.getItem(OFF);
  } catch {
    return null;
  }
}

function writeSetting(isSwitchedOff) {
  try {
    if (isSwitchedOff) localStorage.setItem(OFF, 'yes');
    else localStorage.removeItem(OFF);
  } catch {
    // Nothing is kept here; the page goes on as it is.
  }
  showHints();
}

function showHints() {
  document.documentElement.toggleAttribute('data-keys', !isOff());
}

function openHelp() {
  helpDialog?.remove();
  helpDialog = buildHelp();
  document.body.append(helpDialog);
  helpDialog.showModal();
}

function buildHelp() {
  const dialog = make('dialog', { class: 'keys-help', 'aria-labelledby': 'keys-title' });
  const close = make('form', { method: 'dialog' }, make('button', {}, 'Close'));
  dialog.append(make('h2', { id: 'keys-title' }, 'Keys of this page'), keyTable(), offSwitch(), close);
  return dialog;
}

function keyTable() {
  const table = make('dl', { class: 'keys' });
  for (const [key, name] of keysOfPage()) {
    table.append(make('div', {}, make('dt', {}, make('kbd', {}, key)), make('dd', {}, name)));
  }
  return table;
}

function keysOfPage() {
  const keys = [...document.querySelectorAll('[data-key]')].map((element) => [
    element.getAttribute('data-key') ?? '',
    accessibleName(element),
  ]);
  const moves =
    document.querySelector(ITEMS) === null
      ? []
      : [
          ['j', 'next'],
          ['k', 'previous'],
          ['Enter', 'open'],
        ];
  const form = document.querySelector('main form') === null ? [] : [['Ctrl or ⌘ + Enter', 'send the form']];
  return [...moves, ...keys, ...form, ['?', 'this list']];
}

function accessibleName(element) {
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  const words = (label ?? '').replace(/\s+/g, ' ').trim();
  const key = element.getAttribute('data-key') ?? '';
  return words.endsWith(` ${key}`) ? words.slice(0, -key.length).trim() : words;
}

function offSwitch() {
  const box = make('input', { type: 'checkbox', id: 'keys-off' });
  box.checked = isOff();
  box.addEventListener('change', () => writeSetting(box.checked));
  return make('p', {}, box, ' ', make('label', { for: 'keys-off' }, 'Switch single keys off'));
}

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** The key stands beside its element, for the eye only: its name stays what it was. */
for (const element of document.querySelectorAll('[data-key]')) {
  const hint = make(
    'kbd',
    { class: 'key-hint', 'aria-hidden': 'true' },
    element.getAttribute('data-key') ?? '',
  );
  const label = element.labels?.[0];
  if (label) label.append(' ', hint);
  else if (element.matches('a, button, summary')) element.append(' ', hint);
}
showHints();
