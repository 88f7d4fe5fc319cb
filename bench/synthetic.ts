import { seededRandom } from '../src/evaluation/intervals.ts';
import type { BenchSection } from './system.ts';
import { ENGLISH } from './words.ts';

const VOCABULARY = 30_000;
/** The stop words that come before any other word. */
const COMMONEST = 10;
const ONSETS = 'b c d f g h j k l m n p r s t v w z br ch cl cr dr fl gr pl pr sh sl st th tr'.split(' ');
const VOWELS = 'a e i o u ai ea ee ou'.split(' ');
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'ck', 'nd', 'st'];

type Random = () => number;

/**
 * Sections that weigh on an index as policies do: 60 to 120 words, drawn by Zipf's law from 30,000. As in the public
 * sets, two words in five are stop words, and a few words of the trade stand in every third section. The same for the
 * same count.
 */
export function syntheticSections(count: number): BenchSection[] {
  const random = seededRandom(count);
  const draw = zipfian(vocabulary());
  return Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    title: draw(random, 2, 5),
    body: draw(random, 60, 120),
    lang: 'en',
  }));
}

/** Questions of 4 to 10 words, each of words of one section. */
export function syntheticQuestions(sections: readonly BenchSection[], count: number): string[] {
  const random = seededRandom(sections.length + 1);
  return Array.from({ length: count }, () => {
    const words = sections[pick(random, sections.length)]?.body.split(' ') ?? [];
    return Array.from({ length: between(random, 4, 10) }, () => words[pick(random, words.length)]).join(' ');
  });
}

/** By rank: ten stop words, then stop words and the words of the trade in turn. */
function vocabulary(): string[] {
  const random = seededRandom(VOCABULARY);
  const stopWords = ENGLISH.stopWords.filter((word) => /^[a-z]{2,}$/.test(word));
  const trade = new Set<string>();
  while (trade.size < VOCABULARY - stopWords.length) trade.add(syllables(random));
  const [...rest] = trade;
  const turns = stopWords.slice(COMMONEST).flatMap((word) => [rest.shift() ?? word, word]);
  return [...stopWords.slice(0, COMMONEST), ...turns, ...rest];
}

function syllables(random: Random): string {
  const syllable = () => [ONSETS, VOWELS, CODAS].map((parts) => parts[pick(random, parts.length)]).join('');
  return Array.from({ length: between(random, 1, 3) }, syllable).join('');
}

/** Texts of words of which the one of rank r is drawn in proportion to 1/r. */
function zipfian(words: readonly string[]): (random: Random, least: number, most: number) => string {
  let sum = 0;
  const cumulated = words.map((_, at) => {
    sum += 1 / (at + 1);
    return sum;
  });
  const word = (random: Random) => words[firstAbove(cumulated, random() * sum)];
  return (random, least, most) =>
    Array.from({ length: between(random, least, most) }, () => word(random)).join(' ');
}

function firstAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function between(random: Random, least: number, most: number): number {
  return least + pick(random, most - least + 1);
}

function pick(random: Random, count: number): number {
  return Math.floor(random() * count);
}
