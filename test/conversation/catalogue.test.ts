import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CATALOGUE, textsFor, textsForQuestion } from '../../src/conversation/catalogue/catalogue.ts';
import { openDesk } from '../support/help-desk.ts';

describe('the catalogue', () => {
  it('fits Telegram: command descriptions of 1 to 256 characters, two-letter languages', () => {
    for (const { language, commands, groupCommands } of CATALOGUE) {
      assert.match(language, /^[a-z]{2}$/);
      for (const description of [...Object.values(commands), ...Object.values(groupCommands)]) {
        assert.ok(description.length > 0 && description.length <= 256);
      }
    }
  });

  it('names the business and the sections wherever they belong', () => {
    for (const texts of CATALOGUE) {
      const { greeting, help, privacy, answeredByPerson } = texts;
      for (const write of [greeting, help, privacy, answeredByPerson]) {
        assert.match(write('Mộc & Co'), /Mộc & Co/);
      }
      assert.match(texts.sources(['Refunds', 'Fees']), /Refunds · Fees$/);
      assert.match(texts.reach('+84 1'), /\+84 1/);
      assert.match(texts.ids(7, -8), /7[\s\S]*-8/);
      assert.ok(texts.reach(null).length > 10);
    }
  });

  it('speaks the client language where it has it, and English otherwise', () => {
    assert.equal(textsFor('vi-VN').language, 'vi');
    assert.equal(textsFor('VI').language, 'vi');
    assert.equal(textsFor('pt-br').language, 'en');
    assert.equal(textsFor(null).language, 'en');
  });

  it('knows Vietnamese by its letters, in either normal form', () => {
    assert.equal(textsForQuestion('hoàn tiền được không', 'en').language, 'vi');
    assert.equal(textsForQuestion('được'.normalize('NFD'), null).language, 'vi');
    assert.equal(textsForQuestion('Crème brûlée à la carte', null).language, 'en');
  });

  it('gives an example in its help that the sample policies answer, even without a model', async () => {
    const policies = readFileSync(join(import.meta.dirname, '..', '..', 'policies', 'moc.md'), 'utf8');
    const desk = await openDesk({ 'moc.md': policies });
    for (const { help } of CATALOGUE) {
      const [, example = ''] = /“(.+?)”/u.exec(help('Mộc')) ?? [];
      assert.match((await desk.ask(example)).text, /three working days/, example);
    }
    desk.close();
  });
});
