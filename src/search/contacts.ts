import { type Draft, reading } from './figure.ts';

const LETTERS_END = /[.,;:!?'"»”’…*_\])}>]+$/u;
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu;
/** Endings of hosts besides the two letters of a country: the old ones, and those that shops and swindlers take. */
const ENDINGS =
  'com|net|org|info|biz|shop|store|online|site|app|dev|xyz|example|top|club|live|link|click|page|cloud|vip|icu';
const ADDRESS_REST = String.raw`(?![\p{L}\p{N}@-])(?::\d{2,5})?(?:\/[^\s<>"“”]*)?`;
/** With a scheme or www.; else a host with a known ending, of which only some may be as short as t.me. */
const URL = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\p{N}])[a-z][a-z\d+.-]{1,20}:\/\/|(?<![\p{L}\p{N}@.-])www\.)[^\s<>"“”]+`,
    String.raw`(?<![\p{L}\p{N}@.-])(?<!(?<!\/)\/)(?:[\p{Ll}\p{N}][\p{Ll}\p{N}-]{1,62}\.){1,6}(?:${ENDINGS}|[a-z]{2})${ADDRESS_REST}`,
    String.raw`(?<![\p{L}\p{N}@.-])(?<!(?<!\/)\/)[a-z]\.(?:com|me|co)${ADDRESS_REST}`,
  ].join('|'),
  'giu',
);
const PHONE =
  /(?<![\p{L}\p{N}][.,:/-]?)(?:\+\d{1,3}[ .-]?)?(?:\(\+?\d{1,4}\)[ .-]?)?\d{1,12}(?:[ .-]\d{2,5}){0,5}(?![\p{L}\p{N}%]|[.,:/-]\d)/gu;
const LEAST_PHONE_DIGITS = 8;
const MOST_PHONE_DIGITS = 15;
/** What is alike in the national and the international form of a number. */
const KEPT_PHONE_DIGITS = 9;

/** The mail addresses of a text. */
export function findEmails(text: string): Draft[] {
  return [...text.matchAll(EMAIL)].map(({ 0: found, index }) => {
    return { start: index, end: index + found.length, readings: [reading('email', found.toLowerCase())] };
  });
}

/** The addresses of the web in a text, written with a scheme or without. */
export function findUrls(text: string): Draft[] {
  return [...text.matchAll(URL)].map(({ 0: found, index }) => {
    const address = withoutEnd(found);
    return { start: index, end: index + address.length, readings: [reading('url', canonicalUrl(address))] };
  });
}

/** Without the punctuation of the sentence around it; a bracket that the address opened stays. */
function withoutEnd(found: string): string {
  const bare = found.replace(LETTERS_END, '');
  return found[bare.length] === ')' && bare.includes('(') ? `${bare})` : bare;
}

function canonicalUrl(address: string): string {
  const bare = address.replace(/^(?:https?:)?\/\//iu, '').replace(/^www\./iu, '');
  const [, host = bare, path = ''] = /^([^/?#]+)(.*)$/su.exec(bare) ?? [];
  return host.toLowerCase() + path.replace(/\/+$/, '');
}

/** The telephone numbers of a text. */
export function findPhones(text: string): Draft[] {
  return [...text.matchAll(PHONE)]
    .filter(({ 0: found }) => isPhone(found))
    .map(({ 0: found, index }) => {
      const digits = found.replace(/\D/g, '');
      const kept = digits.slice(-KEPT_PHONE_DIGITS);
      return {
        start: index,
        end: index + found.length,
        readings: [reading('phone', kept), reading('number', digits)],
      };
    });
}

function isPhone(found: string): boolean {
  const digits = found.replace(/\D/g, '').length;
  if (digits < LEAST_PHONE_DIGITS || digits > MOST_PHONE_DIGITS) return false;
  if (/^\+|\(/.test(found)) return true;
  const groups = found.split(/[ .-]/);
  if (found.startsWith('0')) return digits > LEAST_PHONE_DIGITS && digits <= 12;
  if (groups.length < 2 || /^\d{1,3}([ .])\d{3}(?:\1\d{3})*$/.test(found)) return false;
  // 2020-2024 is a range, 1900 1234 a hotline.
  return groups.length > 2 || found.includes(' ');
}
