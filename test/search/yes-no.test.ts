import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBareYesNo } from '../../src/search/yes-no.ts';

describe('isBareYesNo', () => {
  for (const sentence of [
    'Yes.',
    'Yes,',
    'No –',
    'Yes, of course!',
    'Unfortunately not.',
    'Có.',
    'Không.',
    'Dạ có',
    'Da khong a.',
    'Sí',
    'Ja',
    'Oui.',
    'Não.',
    'Нет.',
    'Hayır.',
  ]) {
    it(`takes "${sentence}" for a bare yes or no`, () => assert.equal(isBareYesNo(sentence), true));
  }

  for (const sentence of [
    '',
    '.',
    'Yes, within 30 days.',
    'No refunds.',
    'Yes and no refunds',
    'Không hoàn tiền.',
    'Có, trong 7 ngày.',
    'Yes 5',
    'Well.',
  ]) {
    it(`sees a claim in "${sentence}", or nothing`, () => assert.equal(isBareYesNo(sentence), false));
  }
});
