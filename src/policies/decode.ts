/** A larger file is no policy but a mistake, and would block the bot while it is parsed. */
export const FILE_LIMIT_BYTES = 2 * 1024 * 1024;

export type Decoding =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** UTF-8, or UTF-16 with a byte order mark as Windows Notepad saves it. Nothing is guessed: wrong letters mislead. */
export function decodePolicy(bytes: Uint8Array): Decoding {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, reason: `not valid ${encoding.toUpperCase()}: save it as UTF-8` };
  }
  if (text.includes('\0'))
    return { ok: false, reason: 'holds NUL bytes, so it is not text: save it as UTF-8' };
  return { ok: true, text };
}

/** A file's text with its byte order mark, and the way back to bytes. */
export interface DecodedPolicy {
  readonly text: string;
  readonly encode: (text: string) => Uint8Array;
}

/** Like decodePolicy, but so that an unchanged text is encoded to the very bytes that it came from. */
export function decodeForEditing(
  bytes: Uint8Array,
): { readonly ok: true; readonly value: DecodedPolicy } | { readonly ok: false; readonly reason: string } {
  const decoding = decodePolicy(bytes);
  if (!decoding.ok) return decoding;
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return { ok: true, value: { text, encode: (changed) => encodeAs(encoding, changed) } };
}

function encodeAs(encoding: Encoding, text: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
