import type { Language } from './system.ts';

/** The languages of the sets by their names at @orama/stemmers and @orama/stopwords; it lacks the others. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  hi: 'indian',
  it: 'italian',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** What a developer finds on npm for the language: a stemmer and a stop list, or nothing. */
export async function loadLanguage(code: string): Promise<Language> {
  const name = NAMES[code];
  if (name === undefined) return { code, stopWords: [], stem: null };
  return { code, stopWords: await loadStopWords(name), stem: await loadStemmer(name) };
}

async function loadStopWords(name: string): Promise<string[]> {
  const module: unknown = await import(`@orama/stopwords/${name}`);
  return (module as { stopwords: string[] }).stopwords;
}

async function loadStemmer(name: string): Promise<(word: string) => string> {
  const module: unknown = await import(`@orama/stemmers/${name}`);
  return (module as { stemmer: (word: string) => string }).stemmer;
}

/** Lower-case runs of letters, marks and digits: the plainest cut that works in every spaced script. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

export const ENGLISH: Language = await loadLanguage('en');
