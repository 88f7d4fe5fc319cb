/** Letters that Unicode does not decompose but that people type without their mark, or type either way. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ـ: '',
};
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/**
 * Marks that people leave out: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel points. The marks of
 * Indic scripts and Thai, and the voicing marks of Kana (ポ is not ホ), are letters in all but name and stay.
 */
const OMITTABLE_MARK =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309A]]/gv;

/** What compatibility forms decompose into besides letters and digits: ⑴ becomes (1), ﷺ four words. */
const NO_PART_OF_A_WORD = /[^\p{L}\p{M}\p{N}.,:]/gu;

/** One form for all the ways of typing a word: no case, no omittable marks, no width or ligature variants. */
export function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(OMITTABLE_MARK, '')
    .replace(NO_PART_OF_A_WORD, '')
    .toLowerCase()
    .replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}
