import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NamedSection } from '../../src/domain/section.ts';
import { findPointers } from '../../src/review/pointers.ts';
import { hitOf, passageOf, sectionId } from '../store/support.ts';

/** What the first candidate points to, of the given text, beside two that were not sent. */
function pointers(text: string, references: readonly NamedSection[] | null): string[] {
  const first = hitOf(passageOf('tea.md#cancelling', text), { rank: 1 });
  const refunds = hitOf(passageOf('tea.md#refunds', 'Three days.'), { rank: 2, sent: false });
  const fees = hitOf(passageOf('tea.md#fees', 'None.', { title: 'Delivery fees' }), { rank: 3, sent: false });
  const reader = {
    referencesOf: ({ sectionId: id }: { sectionId: string }) =>
      id === first.passage.sectionId ? references : [],
  };
  return (findPointers({ hits: [first, refunds, fees] }, reader).get(first) ?? []).map(({ title }) => title);
}

describe('what a candidate points to', () => {
  const gifts = { id: sectionId('tea.md#gifts'), title: 'Gifts' };

  it('is what the index resolved, found by a search or not, as long as the text is the same', () => {
    assert.deepEqual(pointers('See the gifts. How long stands under Refunds.', [gifts]), ['Gifts']);
  });

  it('is read from the words then, where the policy was edited since', () => {
    assert.deepEqual(pointers('How long that takes stands under Refunds.', null), ['Refunds']);
    assert.deepEqual(pointers('For all else see Delivery fees.', null), ['Delivery fees']);
  });

  it('is no word that is only like a title', () => {
    for (const text of [
      'We give refunds.',
      'Paid. Refunds take long.',
      'No Refundsomething.',
      'Delivery fees2',
    ]) {
      assert.deepEqual(pointers(text, null), [], text);
    }
  });

  it('is nothing that was sent', () => {
    const refunds = { id: sectionId('tea.md#cancelling'), title: 'Cancelling' };
    assert.deepEqual(pointers('See Cancelling.', [refunds]), []);
  });
});
