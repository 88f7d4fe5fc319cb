import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeHtml } from '../../src/domain/escape-html.ts';

describe('escapeHtml', () => {
  it('leaves nothing that Telegram reads as markup', () => {
    assert.equal(escapeHtml('<b>Fish & Chips</b>'), '&lt;b&gt;Fish &amp; Chips&lt;/b&gt;');
  });
});
