import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startsWithCorrection } from '../../src/conversation/corrections.ts';

describe('startsWithCorrection', () => {
  for (const text of [
    'I mean the blue one',
    'i meant Sunday',
    'Sorry, the blue one',
    'sorry I meant e-books',
    'oops - two',
    'Correction: Sunday',
    'no wait, Monday',
    'No, wait. Monday',
    'my bad, size M',
    'ý mình là size M',
    'y minh la mai',
    'à nhầm, ngày mai',
    'Nhầm rồi, 2 cái',
    'xin lỗi, ý em là thứ bảy',
    'ich meinte morgen',
    'Perdón, quise decir el lunes',
    'pardon, je voulais dire lundi',
    'я имел в виду завтра',
  ]) {
    it(`sees one in "${text}"`, () => assert.equal(startsWithCorrection(text), true));
  }

  for (const text of [
    '',
    'sorry',
    'sorry!',
    'Sorry to bother you, do you deliver?',
    'do you deliver? I mean on Sundays',
    'What do you mean, no refunds?',
    'correction fluid, do you sell it?',
    'mình nhầm size, đổi được không',
    'nhầm size thì sao, shop ơi',
    'wait times?',
    'wrong item, what now',
    'no',
  ]) {
    it(`sees none in "${text}"`, () => assert.equal(startsWithCorrection(text), false));
  }
});
