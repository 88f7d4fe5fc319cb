import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indian } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as armenianStops } from '@orama/stopwords/armenian';
import { stopwords as bulgarianStops } from '@orama/stopwords/bulgarian';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as greekStops } from '@orama/stopwords/greek';
import { stopwords as hungarianStops } from '@orama/stopwords/hungarian';
import { stopwords as indianStops } from '@orama/stopwords/indian';
import { stopwords as indonesianStops } from '@orama/stopwords/indonesian';
import { stopwords as irishStops } from '@orama/stopwords/irish';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as japaneseStops } from '@orama/stopwords/japanese';
import { stopwords as lithuanianStops } from '@orama/stopwords/lithuanian';
import { stopwords as mandarinStops } from '@orama/stopwords/mandarin';
import { stopwords as nepaliStops } from '@orama/stopwords/nepali';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as romanianStops } from '@orama/stopwords/romanian';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as serbianStops } from '@orama/stopwords/serbian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { stopwords as tamilStops } from '@orama/stopwords/tamil';
import { stopwords as turkishStops } from '@orama/stopwords/turkish';
import { stopwords as ukrainianStops } from '@orama/stopwords/ukrainian';
import { tha, vie } from 'stopword';
import english from 'wink-porter2-stemmer';

/** What the analyser needs to know of a language. */
export interface Language {
  /** Cuts a lower-case word to its stem; the word itself where the language has no stemmer here. */
  readonly stem: (word: string) => string;
  readonly stopWords: readonly string[];
  /** The stemmer and the stop list want words without accents. */
  readonly isUnaccented?: boolean;
  /** Short words that lose their vowel and lean on the next one: "l'eau" is "eau". */
  readonly elision?: RegExp;
}

const asIs = (word: string) => word;

/** By ISO 639-1 code: Snowball's stemmers and the stop lists that come with them; for Vietnamese and Thai a list alone. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  ar: { stem: arabic, stopWords: arabicStops },
  bg: { stem: bulgarian, stopWords: bulgarianStops },
  da: { stem: danish, stopWords: danishStops },
  de: { stem: german, stopWords: germanStops },
  el: { stem: greek, stopWords: greekStops, isUnaccented: true },
  en: { stem: english, stopWords: englishStops },
  es: { stem: spanish, stopWords: spanishStops, isUnaccented: true },
  fi: { stem: finnish, stopWords: finnishStops },
  fr: {
    stem: french,
    stopWords: frenchStops,
    isUnaccented: true,
    elision: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’ʼ](?=.)/u,
  },
  ga: { stem: irish, stopWords: irishStops },
  hi: { stem: indian, stopWords: indianStops },
  hu: { stem: hungarian, stopWords: hungarianStops },
  hy: { stem: armenian, stopWords: armenianStops },
  id: { stem: indonesian, stopWords: indonesianStops },
  it: {
    stem: italian,
    stopWords: italianStops,
    elision: /^(?:[cdlmnstv]|un|all|dall|dell|nell|sull|quest|quell)['’ʼ](?=.)/u,
  },
  lt: { stem: lithuanian, stopWords: lithuanianStops },
  ne: { stem: nepali, stopWords: nepaliStops },
  nl: { stem: dutch, stopWords: dutchStops },
  no: { stem: norwegian, stopWords: norwegianStops },
  pt: { stem: portuguese, stopWords: portugueseStops, isUnaccented: true },
  ro: { stem: romanian, stopWords: romanianStops },
  ru: { stem: russian, stopWords: russianStops },
  sr: { stem: serbian, stopWords: serbianStops },
  sv: { stem: swedish, stopWords: swedishStops },
  ta: { stem: tamil, stopWords: tamilStops },
  tr: { stem: turkish, stopWords: turkishStops },
  uk: { stem: ukrainian, stopWords: ukrainianStops },
  ja: { stem: asIs, stopWords: japaneseStops },
  th: { stem: asIs, stopWords: tha },
  vi: { stem: asIs, stopWords: vie },
  zh: { stem: asIs, stopWords: mandarinStops },
};

const UNKNOWN: Language = { stem: asIs, stopWords: [] };

/** A language by its ISO 639-1 code; for one we know nothing of, words stay as they are. */
export function languageOf(code: string): Language {
  return LANGUAGES[code] ?? UNKNOWN;
}
