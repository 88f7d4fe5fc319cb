import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { toGroups } from '../../src/search/lexicon.ts';

const LEXICON = join(import.meta.dirname, '..', '..', 'lexicon');
const lineOf = (text: string) => ({ text, language: 'en', file: 'units.en.txt', line: 12 });
const isUnit = (name: string) => name === 'day';

describe('the lexicon', () => {
  it('tells in each file what it is for', () => {
    for (const file of readdirSync(LEXICON)) {
      assert.match(readFileSync(join(LEXICON, file), 'utf8'), /^# \S/, file);
    }
  });

  it('reads groups of words in lower case', () => {
    const [group] = toGroups([lineOf('day: Day, working days')], isUnit);
    assert.deepEqual([group?.name, group?.words], ['day', ['day', 'working days']]);
  });

  it('names the file and the line of what it cannot read', () => {
    for (const [text, fault] of [
      ['day, days', 'is not of the form "name: word, word"'],
      ['dey: days', 'has an unknown name before the colon: "dey"'],
      ['day: day,, days', 'has a comma with no word beside it'],
    ] as const) {
      assert.throws(() => toGroups([lineOf(text)], isUnit), {
        message: `lexicon/units.en.txt, line 12: "${text}" ${fault}`,
      });
    }
  });
});
