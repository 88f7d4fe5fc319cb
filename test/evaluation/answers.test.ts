import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConversation } from '../../src/conversation/conversation.ts';
import { isRight, judgeAnswer, judgeAnswers } from '../../src/evaluation/answers.ts';
import { cutPolicies } from '../../src/evaluation/chunking.ts';
import { missingFacts } from '../../src/evaluation/facts.ts';
import { buildIndex } from '../../src/evaluation/rankings/citedesk.ts';
import { createLogger } from '../../src/log.ts';
import { UNBOUNDED } from '../support/help-desk.ts';
import { golden, OPTIONS, policiesOf } from './support.ts';

describe('missingFacts', () => {
  const stated: readonly (readonly [string, string])[] = [
    ['three working days', 'It takes 3 working days.'],
    ['3', 'after three attempts'],
    ['15,000', 'The fee is 15000 đồng.'],
    ['15k', 'The fee is 15,000 đồng.'],
    ['15.000', 'The fee is 15k.'],
    ['100', 'One hundred points'],
    ['10 p.m.', 'We close at 22:00.'],
    ['6:30', 'open from 6:30 a.m. on'],
    ['deliveries', 'used for delivery alone'],
  ];
  for (const [fact, text] of stated) {
    it(`finds ${fact} in "${text}"`, () => assert.deepEqual(missingFacts([fact], text, 'en'), []));
  }

  it('names what is not stated: another number, or words in another order', () => {
    const facts = ['three days', '150', 'bank transfer'];
    assert.deepEqual(missingFacts(facts, 'In 13 days: 150,000 by transfer bank', 'en'), facts);
  });

  it("knows the numbers of the question's language too", () => {
    assert.deepEqual(missingFacts(['3'], 'trong ba ngày', 'vi'), []);
  });
});

const SHOP = policiesOf(`## Delivery fee
Home delivery costs four euros in town.

## Refunds of money
Money comes back within three working days by bank transfer.

## Opening hours
The doors open at nine every morning.`);

async function askAll(questions: Parameters<typeof judgeAnswers>[1]) {
  const { index, close } = buildIndex(cutPolicies(SHOP, { kind: 'section' }), OPTIONS);
  const recorded: unknown[] = [];
  const conversation = createConversation({
    ...UNBOUNDED,
    index,
    claude: null,
    log: { finishExchange: (exchange) => recorded.push(exchange), recentTurns: () => [] },
    contact: null,
    sendSections: 1,
    now: () => 0,
    logger: createLogger({ level: 'silent' }),
  });
  const judged = await judgeAnswers(conversation, questions, { offline: true });
  close();
  return { judged, recorded };
}

const RIGHT = golden({
  id: 'right',
  question: 'When does my refund money come back by bank transfer?',
  facts: ['3 working days'],
  evidence: ['three working days'],
});

describe('judgeAnswers', () => {
  it('judges refusals, citations and facts of the whole pipeline', async () => {
    const { judged } = await askAll([
      RIGHT,
      { ...RIGHT, id: 'fact', facts: ['seven days'] },
      golden({ id: 'refused', question: 'zebra crossing', answerable: false }),
      { ...RIGHT, id: 'not there', answerable: false, facts: [] },
      golden({ id: 'missed', question: 'zebra crossing', facts: ['x'], evidence: ['x'] }),
    ]);
    assert.deepEqual(
      judged.questions.map((one) => [one.id, one.verdict, isRight(one)]),
      [
        ['right', 'answered', true],
        ['fact', 'answered, but not stated: seven days', false],
        ['refused', 'refused (refused_no_hits)', true],
        ['not there', 'answered, but the policies do not say', false],
        ['missed', 'not answered (refused_no_hits)', false],
      ],
    );
    assert.deepEqual(judged.questions[0]?.factsStated, ['3 working days']);
    const { answered, answerable, refused, unanswerable, citationsValid, factsPresent, facts, costUsd } =
      judged.summary;
    assert.deepEqual([answered, answerable, refused, unanswerable], [2, 3, 1, 2]);
    assert.deepEqual([citationsValid, factsPresent, facts, costUsd], [3, 1, 3, null]);
  });

  it('measures what was sent against the whole document', async () => {
    const { judged } = await askAll([RIGHT]);
    const { sentChars, documentChars } = judged.summary;
    assert.equal(
      sentChars,
      'Refunds of money'.length + 'Money comes back within three working days by bank transfer.'.length,
    );
    assert.ok(documentChars > 2 * sentChars);
  });

  it('finds a citation invalid that stands in nothing that was sent', async () => {
    const { recorded } = await askAll([RIGHT]);
    const exchange = recorded[0] as Parameters<typeof judgeAnswer>[1];
    const citations = exchange.citations.map((citation) => ({ ...citation, quote: 'within two days' }));
    assert.equal(judgeAnswer(RIGHT, exchange).citationsValid, true);
    assert.equal(judgeAnswer(RIGHT, { ...exchange, citations }).citationsValid, false);
    assert.equal(judgeAnswer(RIGHT, { ...exchange, citations: [] }).citationsValid, false);
  });
});
