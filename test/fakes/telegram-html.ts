/**
 * Telegram's HTML mode, with its error texts (tdlib MessageEntity.cpp, `parse_html`). As there, an ampersand that
 * starts no known entity is kept as it stands, and only `lt gt amp quot` and numbers decode.
 */
export interface MessageEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
}

export interface FormattedText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

export class HtmlError extends Error {}

const TYPES: Readonly<Record<string, string>> = {
  a: 'text_link',
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  u: 'underline',
  ins: 'underline',
  'tg-spoiler': 'spoiler',
  'tg-emoji': 'custom_emoji',
  'tg-time': 'date_time',
  span: 'spoiler',
  pre: 'pre',
  code: 'code',
  blockquote: 'blockquote',
};

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

interface OpenTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly offset: number;
}

export function parseTelegramHtml(html: string): FormattedText {
  const open: OpenTag[] = [];
  const entities: MessageEntity[] = [];
  let text = '';
  let at = 0;
  while (at < html.length) {
    if (html[at] === '&') {
      const entity = readEntity(html, at);
      text += entity.text;
      at = entity.end;
    } else if (html[at] !== '<') {
      text += html[at];
      at++;
    } else if (html[at + 1] === '/') {
      at = closeTag(html, at, open, entities, text.length);
    } else {
      const tag = readStartTag(html, at, text.length);
      open.push(tag.tag);
      at = tag.end;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw new HtmlError(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  if (/\p{Surrogate}/u.test(text)) {
    throw new HtmlError(
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    );
  }
  return {
    text,
    entities: entities
      .map(withoutStrayLanguage)
      .toSorted((a, b) => a.offset - b.offset || b.length - a.length),
  };
}

function readEntity(html: string, at: number): { text: string; end: number } {
  const pattern = /&(?:#x([0-9a-fA-F]{1,7})|#(\d{1,8})|([a-zA-Z]+));?/y;
  pattern.lastIndex = at;
  const match = pattern.exec(html);
  const literal = { text: '&', end: at + 1 };
  if (!match) return literal;
  const [whole, hex, decimal, name] = match;
  const end = at + whole.length;
  if (name !== undefined) {
    const named = NAMED[name];
    return named === undefined ? literal : { text: named, end };
  }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code === 0 || code >= 0x10ffff ? literal : { text: String.fromCodePoint(code), end };
}

function readStartTag(html: string, begin: number, offset: number): { tag: OpenTag; end: number } {
  const where = `at byte offset ${byteOffset(html, begin)}`;
  const name = /^[^\s>]*/.exec(html.slice(begin + 1))?.[0] ?? '';
  let at = begin + 1 + name.length;
  if (at >= html.length) throw new HtmlError(`Unclosed start tag ${where}`);
  const tag = name.toLowerCase();
  if (TYPES[tag] === undefined) throw new HtmlError(`Unsupported start tag "${tag}" ${where}`);
  const attributes = new Map<string, string>();
  for (;;) {
    at += /^\s*/.exec(html.slice(at))?.[0].length ?? 0;
    if (html[at] === '>') break;
    const pattern = /([^\s=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]*)))?/y;
    pattern.lastIndex = at;
    const match = pattern.exec(html);
    if (!match && at >= html.length) throw new HtmlError(`Unclosed start tag ${where}`);
    if (!match) throw new HtmlError(`Empty attribute name in the tag "${tag}" ${where}`);
    at += match[0].length;
    if (at >= html.length) throw new HtmlError(`Unclosed start tag ${where}`);
    const value = match[2] ?? match[3] ?? match[4];
    if (value === undefined && !(tag === 'blockquote' && match[1] === 'expandable')) {
      throw new HtmlError(`Expected equal sign in declaration of an attribute of the tag "${tag}" ${where}`);
    }
    attributes.set(match[1] ?? '', decode(value ?? ''));
  }
  if (tag === 'span' && attributes.get('class') !== 'tg-spoiler') {
    throw new HtmlError(`Tag "span" must have class "tg-spoiler" ${where}`);
  }
  return { tag: { name: tag, attributes, offset }, end: at + 1 };
}

function closeTag(
  html: string,
  begin: number,
  open: OpenTag[],
  entities: MessageEntity[],
  offset: number,
): number {
  const where = `at byte offset ${byteOffset(html, begin)}`;
  const tag = open.at(-1);
  if (!tag) throw new HtmlError(`Unexpected end tag ${where}`);
  const match = /^<\/([^\s>]*)\s*>/.exec(html.slice(begin));
  if (!match) throw new HtmlError(`Unclosed end tag ${where}`);
  const name = (match[1] ?? '').toLowerCase();
  if (name !== '' && name !== tag.name) {
    throw new HtmlError(`Unmatched end tag ${where}, expected "</${tag.name}>", found "</${name}>"`);
  }
  open.pop();
  if (offset > tag.offset) addEntity(entities, entityOf(tag, offset));
  return begin + match[0].length;
}

/** `<pre><code class="language-x">` is one entity, a `pre` with a language. */
function addEntity(entities: MessageEntity[], entity: MessageEntity): void {
  const inner = entities.at(-1);
  const wraps = inner?.offset === entity.offset && inner.length === entity.length;
  if (entity.type === 'pre' && inner?.type === 'code' && inner.language !== undefined && wraps) {
    entities[entities.length - 1] = { ...inner, type: 'pre' };
  } else {
    entities.push(entity);
  }
}

function withoutStrayLanguage({ language, ...entity }: MessageEntity): MessageEntity {
  return entity.type === 'pre' && language !== undefined ? { ...entity, language } : entity;
}

function entityOf(tag: OpenTag, end: number): MessageEntity {
  const url = tag.attributes.get('href');
  const language = tag.attributes.get('class')?.replace(/^language-/, '');
  return {
    type: tag.attributes.has('expandable') ? 'expandable_blockquote' : (TYPES[tag.name] ?? tag.name),
    offset: tag.offset,
    length: end - tag.offset,
    ...(tag.name === 'a' && url !== undefined ? { url } : {}),
    ...(tag.name === 'code' && language !== undefined ? { language } : {}),
  };
}

function decode(value: string): string {
  let text = '';
  let at = 0;
  while (at < value.length) {
    const next = value[at] === '&' ? readEntity(value, at) : { text: value[at] ?? '', end: at + 1 };
    text += next.text;
    at = next.end;
  }
  return text;
}

function byteOffset(html: string, at: number): number {
  return Buffer.byteLength(html.slice(0, at));
}

/** Telegram trims a message; entities move with the text and those left empty go. */
export function trimFormatted({ text, entities }: FormattedText): FormattedText {
  const lead = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const moved = entities.map((entity) => {
    const start = Math.max(0, entity.offset - lead);
    const end = Math.min(trimmed.length, entity.offset + entity.length - lead);
    return { ...entity, offset: start, length: end - start };
  });
  return { text: trimmed, entities: moved.filter((entity) => entity.length > 0) };
}
