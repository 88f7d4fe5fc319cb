/** Markup whose values were escaped; made by `html` alone. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, in text and in quoted attributes; markup within it stays as it is. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const pieces = strings.map((piece, at) => piece + (at < values.length ? toText(values[at] ?? '') : ''));
  return new Markup(pieces.join(''));
}

function toText(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
