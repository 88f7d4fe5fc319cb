import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Exchange } from '../../src/domain/exchange.ts';
import { hitOf, passageOf } from '../store/support.ts';
import { CHAT, openTelegramBench } from './support.ts';

const LONG_NAME = `Rules > ${'Very '.repeat(20)}long > Cards`;
const HITS = [
  hitOf(passageOf('a.md#refunds', 'Three days.'), { rank: 1, score: 3 }),
  hitOf(passageOf('a.md#refunds', 'And more.', { part: 2, parts: 2 }), { rank: 2, score: 2.5 }),
  hitOf(passageOf('a.md#cards', 'Six <months>.', { part: 2, parts: 3 }), {
    rank: 3,
    score: 2,
    name: LONG_NAME,
  }),
  hitOf(passageOf('a.md#fees', 'None.'), { rank: 4, score: 1 }),
  hitOf(passageOf('a.md#dogs', 'Welcome.'), { rank: 5, score: 0.9 }),
];
const CITED = HITS.slice(0, 1).map(({ passage, name }) => ({
  sectionId: passage.sectionId,
  title: name,
  passageHash: passage.hash,
  quote: passage.text,
}));
const ANSWERED: Partial<Exchange> = {
  outcome: 'answered',
  text: 'Three days.\n\nSource: Refunds',
  spans: [{ text: 'Three days.', citations: CITED }],
  citations: CITED,
};

/** The reply that an exchange becomes, with its buttons that open sections, whose hits are `HITS` unless it says otherwise. */
async function replyTo(t: TestContext, exchange: Partial<Exchange>) {
  const bench = await openTelegramBench(t, { answer: () => ({ hits: HITS, ...exchange }) });
  await bench.start();
  bench.write('how long?');
  await bench.quiet();
  const [reply] = await bench.telegram.waitForSent(CHAT, 1);
  assert.ok(reply);
  const labels = reply.buttons.map(({ text }) => text).filter((text) => text.startsWith('📄'));
  return { bench, reply, labels };
}

describe('topic buttons', () => {
  for (const outcome of [
    'refused_no_hits',
    'refused_low_confidence',
    'refused_by_model',
    'failed',
  ] as const) {
    it(`offer the closest sections, each once, where there is no answer: ${outcome}`, async (t) => {
      const { reply, labels } = await replyTo(t, { outcome });
      assert.deepEqual([labels[0], labels[2], labels.length], ['📄 Refunds', '📄 Fees', 3]);
      assert.match(labels[1] ?? '', /^📄 … > .*Cards$/);
      assert.ok(reply.buttons.every(({ data }) => Buffer.byteLength(data ?? '') <= 64));
    });
  }

  it('stand beside the cited sections where a part is missing, or where the check struck an answer out', async (t) => {
    const missing = { kind: 'not_in_policies', about: 'boats' } as const;
    const { labels } = await replyTo(t, { ...ANSWERED, missing });
    assert.deepEqual([labels[0], labels[2], labels.length], ['📄 Refunds', '📄 Fees', 3]);
    const struckOut = await replyTo(t, { outcome: 'check_failed' });
    assert.equal(struckOut.labels.length, 3);
  });

  it('do not stand beneath an answer, small talk, or a wish for a person', async (t) => {
    assert.deepEqual((await replyTo(t, ANSWERED)).labels, ['📄 Refunds']);
    assert.deepEqual((await replyTo(t, { outcome: 'small_talk' })).labels, []);
    for (const kind of ['small_talk', 'needs_person'] as const) {
      const refused = { outcome: 'refused_by_model', missing: { kind, about: '' } } as const;
      assert.deepEqual((await replyTo(t, refused)).labels, []);
    }
    assert.deepEqual((await replyTo(t, { hits: [] })).labels, []);
  });

  it('open the section as it was found', async (t) => {
    const { bench, reply } = await replyTo(t, { outcome: 'refused_by_model' });
    const data = reply.buttons[1]?.data ?? '';
    bench.telegram.presses({ chatId: CHAT, messageId: reply.messageId, data });
    const section = await bench.telegram.waitFor(({ text }) => text.includes('Six <months>.'));
    assert.equal(section.text, `${LONG_NAME} (2/3)\n\nSix <months>.`);
  });

  it('open nothing in another chat, and nothing that was not found', async (t) => {
    const { bench, reply } = await replyTo(t, { outcome: 'refused_by_model' });
    const data = reply.buttons[0]?.data ?? '';
    for (const [chatId, pressed] of [
      [2002, data],
      [CHAT, `${data}9`],
      [CHAT, 't:nope:1'],
      [CHAT, 't::'],
    ] as const) {
      const before = bench.telegram.sentTo(chatId).length;
      bench.write('/id', chatId);
      await bench.telegram.waitForSent(chatId, before + 1);
      bench.telegram.presses({ chatId, messageId: reply.messageId, data: pressed, stale: true });
      const sent = await bench.telegram.waitForSent(chatId, before + 2);
      assert.match(sent.at(-1)?.text ?? '', /not available any more/);
    }
  });
});
