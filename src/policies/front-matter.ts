import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

/** What a file says of itself above its text. */
export interface FrontMatter {
  readonly title: string | null;
  /** `audience: internal`: for staff, never for a customer. */
  readonly internal: boolean;
  /** `lang`, as an ISO 639-1 code; null where the file does not say. */
  readonly language: string | null;
  /** What stands there as `lang` and is no language. */
  readonly unknownLanguage: string | null;
  /** `also_asked`: customers' words for what the file is about. */
  readonly alsoAsked: readonly string[];
}

export type FrontMatterReading = { readonly ok: true; readonly value: FrontMatter } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly reason: string;
}

export const NO_FRONT_MATTER: FrontMatter = {
  title: null,
  internal: false,
  language: null,
  unknownLanguage: null,
  alsoAsked: [],
};

/**
 * Reads YAML (`---`) or TOML (`+++`) front matter. One that cannot be read refuses the whole file: it may have said
 * `audience: internal`, and showing an internal file to customers is worse than missing one.
 */
export function readFrontMatter(kind: 'yaml' | 'toml', source: string): FrontMatterReading {
  let data: unknown;
  try {
    data = kind === 'yaml' ? parseYaml(source, { logLevel: 'error' }) : parseToml(source);
  } catch (error) {
    return refuse(`the front matter is not valid ${kind.toUpperCase()}: ${firstLine(error)}`);
  }
  if (data === null || data === undefined) return { ok: true, value: NO_FRONT_MATTER };
  if (typeof data !== 'object' || Array.isArray(data)) {
    return refuse('the front matter holds no "key: value" lines');
  }
  return { ok: true, value: fromEntries(Object.entries(data)) };
}

function refuse(reason: string): Refusal {
  return { ok: false, reason: `${reason}; mend or remove it` };
}

function fromEntries(entries: readonly [string, unknown][]): FrontMatter {
  const byKey = new Map(entries.map(([key, value]) => [key.trim().toLowerCase(), value]));
  return {
    title: readTitle(byKey.get('title')),
    internal: saysInternal(byKey.get('audience')),
    ...readLanguage(byKey.get('lang')),
    alsoAsked: readWords(byKey.get('also_asked')),
  };
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** `en`, `EN`, `en-GB` and `eng` are all English; `english` and `xx` are no codes. */
function readLanguage(value: unknown): Pick<FrontMatter, 'language' | 'unknownLanguage'> {
  const written = value === null || value === undefined ? '' : String(value).trim();
  if (written === '') return { language: null, unknownLanguage: null };
  const language = languageCode(written.replaceAll('_', '-'));
  return { language, unknownLanguage: language === null ? written : null };
}

function languageCode(tag: string): string | null {
  try {
    const { language } = new Intl.Locale(tag);
    return languageNames.of(language) === undefined ? null : language;
  } catch {
    return null;
  }
}

/** A list, or a text with commas. */
function readWords(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return values
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .map((entry) => String(entry).trim())
    .filter((entry) => entry !== '');
}

function readTitle(value: unknown): string | null {
  const title = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return title === '' ? null : title;
}

/** A list with `internal` among others counts too: when in doubt, a file stays inside. */
function saysInternal(value: unknown): boolean {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.some((entry) => typeof entry === 'string' && entry.trim().toLowerCase() === 'internal');
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').replace(/[.:]+\s*$/, '');
}
