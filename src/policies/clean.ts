/** Stands in the source where a template tag stood. A Unicode noncharacter: no real text may hold it. */
export const TEMPLATE_MARK = '\uFDD0';

/** Seen by nobody, but they part a word or a phone number in two. ZWJ and ZWNJ stay: scripts and emoji need them. */
const INVISIBLE = /[\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/g;
const WIDE_SPACES = /[\u00A0\u2007\u202F]/g;
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** "the {{ x }} page" and "our {{ x }}." lose the space in front too. */
const SPACE_BEFORE_MARK = new RegExp(`[ \\t]*${TEMPLATE_MARK}+(?=[\\s.,;:!?)])`, 'g');
const MARK = new RegExp(TEMPLATE_MARK, 'g');
/** Scripts written without spaces: a wrapped line there is no word border. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303F\\uFF00-\\uFFEF]';
const CJK_EMPHASIS = new RegExp(
  `(\\*\\*|__)(?=\\S)([^*_\\n]{0,200}${CJK}[^*_\\n]{0,200}|[^*_\\n]{1,200}(?=\\1${CJK}))\\1`,
  'gu',
);
const CJK_WRAP = new RegExp(`(?<=${CJK})\\n(?=${CJK})`, 'gu');

/** What a customer may be shown: no invisible characters, no template tags, ordinary spaces. Line ends stay. */
export function cleanText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(WIDE_SPACES, ' ')
    .replace(CONTROLS, '')
    .replace(SPACE_BEFORE_MARK, '')
    .replace(MARK, '');
}

/**
 * What CommonMark gets wrong without spaces between words: wrapped lines are joined, and the marks of `**重要。**次`,
 * which its rules do not see as emphasis, are taken away.
 */
export function mendCjk(text: string): string {
  return text.replace(CJK_WRAP, '').replace(CJK_EMPHASIS, '$2');
}

/** One form of a file's text on every system: no byte order mark, `\n` line ends, composed letters. */
export function normaliseSource(source: string): string {
  return source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(MARK, '')
    .normalize('NFC');
}
