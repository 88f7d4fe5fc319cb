/**
 * Words by which people ask, greet and beg, whatever they ask about. They count like stop words; the stop list
 * itself does not know them because prose rarely holds them.
 */
export const ASKING_WORDS: readonly string[] = [
  'ask',
  'asking',
  'get',
  'give',
  'got',
  'hello',
  'hey',
  'hi',
  'know',
  'like',
  'long',
  'many',
  'much',
  'need',
  'please',
  'pls',
  'policies',
  'policy',
  'question',
  'take',
  'takes',
  'tell',
  'thank',
  'thanks',
  'want',
  'wanna',
  'wondering',
];
