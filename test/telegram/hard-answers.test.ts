import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Exchange } from '../../src/domain/exchange.ts';
import type { SentMessage } from '../fakes/telegram.ts';
import { hitOf, passageOf } from '../store/support.ts';
import { readCase, withoutShared } from '../support/shared.ts';
import { CHAT, openTelegramBench, type TelegramBench } from './support.ts';

/** Answers that once broke a bot's messages. What they say is not the point; they rest on one section, `title`. */
function answerOf(body: string, title: string): Partial<Exchange> {
  const passage = passageOf('a.md#section', body.slice(0, 100) || '-');
  const citation = { sectionId: passage.sectionId, title, passageHash: passage.hash, quote: passage.text };
  return {
    outcome: 'answered',
    text: `${body}\n\nSource: ${title}`,
    spans: [{ text: body, citations: [citation] }],
    citations: [citation],
    hits: [hitOf(passage)],
  };
}

async function deliver(
  t: TestContext,
  body: string,
  { title = 'Terms', question = 'what holds?' } = {},
): Promise<{ bench: TelegramBench; sent: readonly SentMessage[] }> {
  const bench = await openTelegramBench(t, { answer: () => answerOf(body, title) });
  await bench.start();
  bench.write(question);
  await bench.quiet();
  await bench.settled();
  return { bench, sent: bench.telegram.sentTo(CHAT) };
}

const stubOf = (id: string) => String(readCase(id).input['answer_stub']).replace(/ \[\w+\]$/, '');
const withoutSpace = (text: string) => text.replace(/\s/g, '');

/** Every message went out at the first try, as HTML, none too long and none with half a character in it. */
function assertWhole({ bench, sent }: Awaited<ReturnType<typeof deliver>>): void {
  assert.equal(bench.telegram.callsOf('sendMessage').length, sent.length);
  for (const { text, parseMode } of sent) {
    assert.equal(parseMode, 'HTML');
    assert.ok(text.length <= 4096 && text.isWellFormed());
  }
}

describe('answers that are hard to format', { skip: withoutShared }, () => {
  for (const [id, title] of [
    ['TGF-03', 'Fees'],
    ['TGF-04', 'Mail'],
    ['TGF-05', 'Contact'],
  ] as const) {
    it(`${id}: are read as they were written, nothing in them being markup`, async (t) => {
      const { message } = readCase(id).input;
      const delivered = await deliver(t, stubOf(id), {
        title,
        ...(message === undefined ? {} : { question: String(message) }),
      });
      assertWhole(delivered);
      const [reply, ...others] = delivered.sent;
      assert.deepEqual(others, []);
      assert.equal(reply?.text, `${stubOf(id)}\n\nSource: ${title}`);
      assert.deepEqual(
        reply?.entities.map(({ type }) => type),
        ['italic'],
      );
    });
  }

  it('TGF-10: are a word of regret where nothing of them can be seen, and staff see the failure', async (t) => {
    const bench = await openTelegramBench(t, {
      answer: () => ({ outcome: 'failed', text: String(readCase('TGF-10').input['answer_stub']) }),
    });
    await bench.start();
    bench.write('what holds?');
    await bench.quiet();
    await bench.settled();
    assert.deepEqual(bench.said(), ['Something went wrong on our side, so I cannot answer this right now.']);
    const [exchange] = bench.exchanges();
    assert.deepEqual([exchange?.outcome, exchange?.delivery], ['failed', 'sent']);
  });
});

describe('answers that are long', () => {
  it('TGL-01: are divided between sentences, with nothing lost and the source named once, at the end', async (t) => {
    const body = `<b>${'The parties keep to what they agreed upon. '.repeat(140).trim()}</b>`;
    const delivered = await deliver(t, body);
    assertWhole(delivered);
    const texts = delivered.sent.map(({ text }) => text);
    assert.equal(texts.length, 2);
    assert.equal(withoutSpace(texts.join('')), withoutSpace(`${body}Source: Terms`));
    assert.match(texts[0] ?? '', /agreed upon\.$/);
    assert.match(texts[1] ?? '', /agreed upon\.<\/b>\n\nSource: Terms$/);
  });

  it('TGL-02: are divided where there is no place for it', async (t) => {
    const delivered = await deliver(t, 'a'.repeat(9000));
    assertWhole(delivered);
    assert.equal(delivered.sent.length, 3);
    const text = delivered.sent.map((message) => message.text).join('');
    assert.equal(text, `${'a'.repeat(9000)}\n\nSource: Terms`);
  });

  it('TGL-04: are never divided within what people see as one character', async (t) => {
    for (const [character, times] of [
      ['😀', 2100],
      ['👨‍👩‍👧‍👦', 400],
      ['🇻🇳', 1100],
    ] as const) {
      const delivered = await deliver(t, character.repeat(times));
      assertWhole(delivered);
      assert.equal(delivered.sent.length, 2);
      const bodies = delivered.sent.map(({ text }) => text.replace('\n\nSource: Terms', ''));
      for (const body of bodies) assert.equal(body.replaceAll(character, ''), '');
      assert.equal(bodies.join('').length, character.length * times);
    }
  });

  it('TGL-05: are one message where what is read fits, however long its markup is', async (t) => {
    for (const character of ['.', '&', '"']) {
      const delivered = await deliver(t, character.repeat(4000));
      assertWhole(delivered);
      assert.equal(delivered.sent.length, 1);
      assert.equal(delivered.sent[0]?.text, `${character.repeat(4000)}\n\nSource: Terms`);
    }
  });
});
