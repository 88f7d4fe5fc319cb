import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createGaps } from '../../src/app.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { IN_MEMORY, openStore } from '../../src/store/store.ts';
import { createFolder } from '../support/folder.ts';
import { UNBOUNDED } from '../support/help-desk.ts';

const OPENING = '## Opening hours\n\nWe open at 8:00 and close at 21:00.\n';
const DELIVERY = '## Delivery fee\n\nWe deliver an order within 5 km for 2.50 euros.\n';
const GIFTS = '## Gift cards\n\nA gift card is valid for six months.\n';
const SHOP = `# Tea house\n\n${OPENING}\n${DELIVERY}\n${GIFTS}`;
const PARKING =
  '## Parking\n\nYou can park your car in the yard behind the house. Parking a car costs nothing.\n';

/** The pipeline without a model over policies that a test edits and re-reads. */
async function openGaps(t: TestContext) {
  const folder = createFolder({ 'shop.md': SHOP });
  const store = openStore(IN_MEMORY);
  t.after(() => {
    store.close();
    folder.remove();
  });
  const log: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => log.push(line) });
  const conversation = createConversation({
    ...UNBOUNDED,
    index: store.index,
    claude: null,
    log: store.exchanges,
    contact: null,
    sendSections: 3,
    now: Date.now,
    logger,
  });
  let wakings = 0;
  const onMessages = () => {
    wakings += 1;
  };
  const keeper = createGaps({ store, conversation, logger, onMessages });
  // Each index is of another millisecond.
  let builtAt = 1;
  const reindex = async (...texts: string[]) => {
    builtAt += 1;
    folder.write('shop.md', texts.join('\n'));
    await reindexPolicies(store.index, folder.path, { now: () => builtAt });
  };
  await reindex(SHOP);

  async function ask(text: string, chatId = 1) {
    const customer = store.customers.keyFor('telegram', chatId);
    const messages = [{ messageId: chatId * 10, text }];
    return conversation.ask({ text, messages, channel: 'telegram', customer, languageCode: null });
  }

  function find(state: 'open' | 'answerable' | 'told', words: string) {
    return store.gaps.listGaps(state, null, 50, 5).gaps.find(({ title }) => title.includes(words));
  }

  return { store, keeper, conversation, log, ask, find, reindex, wakings: () => wakings };
}

describe('gaps after a re-index', () => {
  it('close where the new policies answer all of their questions, and others stay', async (t) => {
    const { keeper, ask, find, reindex, store } = await openGaps(t);
    const refused = await ask('Where can I park my car?');
    assert.match(refused.outcome, /^refused/);
    await ask('can we park a car at the house?', 2);
    await ask('Do you repair bicycles?', 3);
    const recorded = store.review.countByOutcome();
    await keeper.check();
    assert.equal(find('open', 'car')?.people, 2);
    assert.equal(find('open', 'car')?.answerable, 0);

    await reindex(SHOP, PARKING);
    await keeper.check();
    assert.equal(find('answerable', 'car')?.answerable, 2);
    assert.equal(find('open', 'bicycles')?.answerable, 0);
    assert.deepEqual(store.review.countByOutcome(), recorded, 'what is run again is not recorded');
  });

  it('say how many of their questions are answered by now where some are not', async (t) => {
    const { keeper, ask, find, reindex } = await openGaps(t);
    await ask('Where can I park my car?');
    await ask('Where can I park my zeppelin balloon?', 2);
    await reindex(SHOP, PARKING);
    await keeper.check();
    const gap = find('open', 'park');
    assert.deepEqual([gap?.answerable, gap?.checked], [1, 2]);
  });

  it('stay open where an answer rests on nothing but what was there before', async (t) => {
    const { keeper, ask, find, reindex, store, conversation } = await openGaps(t);
    store.index.chooseThreshold(0.99);
    const question = 'Is delivery of an order within 5 km free?';
    assert.equal((await ask(question)).outcome, 'refused_low_confidence');
    store.index.chooseThreshold(0.1);
    await reindex(SHOP, '## Teapots\n\nTeapots are sold on Mondays.\n');
    store.index.chooseThreshold(0.1);
    const of = { text: question, channel: 'telegram', customer: 'c', languageCode: null } as const;
    assert.equal((await conversation.rehearse(of, { offline: true })).outcome, 'answered');
    await keeper.check();
    assert.equal(find('open', 'delivery')?.answerable, 0);
  });

  it('understand a question of a conversation as it was understood then', async (t) => {
    const { keeper, ask, find, reindex } = await openGaps(t);
    await ask('How long is a gift card valid?');
    const followUp = await ask('and abroad?');
    assert.match(followUp.outcome, /^refused/);
    await reindex(SHOP, '## Gift cards abroad\n\nAbroad a gift card is valid for two years.\n');
    await keeper.check();
    assert.equal(find('answerable', 'abroad')?.answerable, 1);
  });

  it('are run again once an index, and not again where nothing was re-read', async (t) => {
    const { keeper, ask, reindex, store } = await openGaps(t);
    await ask('Where can I park my car?');
    await keeper.check();
    const { generation } = store.index.statistics();
    assert.equal(store.gaps.nextUnchecked(generation), null);
    await reindex(SHOP);
    assert.notEqual(store.gaps.nextUnchecked(store.index.statistics().generation), null);
    await Promise.all([keeper.check(), keeper.check()]);
    assert.equal(store.gaps.nextUnchecked(store.index.statistics().generation), null);
  });

  it('log what fails without a word of the customer', async (t) => {
    const { keeper, ask, log, store } = await openGaps(t);
    await ask('Where can I park my secret car?');
    store.close();
    await keeper.check();
    await keeper.update();
    assert.match(log.join(''), /gaps could not be run again/);
    assert.doesNotMatch(log.join(''), /secret/);
  });
});

describe('telling that the policies answer now', () => {
  it('brings each customer the answer to their own newest question, once, whoever presses at the same time', async (t) => {
    const { keeper, ask, find, reindex, store, wakings } = await openGaps(t);
    await ask('Where can I park my car?', 1);
    await ask('May I park the car for a day?', 1);
    await ask('where to park the car', 2);
    await ask('car: where to park', 3);
    store.chats.markUnreachable(3, 'blocked');
    await reindex(SHOP, PARKING);
    await keeper.check();
    const id = find('answerable', 'car')?.id ?? assert.fail('the gap is open');
    const pressed = await Promise.all([keeper.tell(id, 'Lan'), keeper.tell(id, 'Minh')]);
    assert.deepEqual(pressed.map(({ kind }) => kind).sort(), ['told', 'told_before']);
    assert.equal(wakings(), 1);
    const messages = [store.outbox.claimNext([]), store.outbox.claimNext([]), store.outbox.claimNext([])];
    assert.deepEqual(
      messages.map((claimed) => claimed && [claimed.message.chatId, claimed.message.replyToMessageId]),
      [[1, 10], [2, 20], null],
    );
    assert.equal(
      messages[0]?.message.plain,
      `You asked: “May I park the car for a day?”. Our policies answer this now:

You can park your car in the yard behind the house.

Source: Parking`,
    );
    const told = store.gaps.toldStateOf(id);
    assert.deepEqual([told?.waiting, told?.unreachable, told?.unanswered], [2, 1, 0]);
    assert.equal((await keeper.tell(id, 'Minh')).kind, 'told_before');
  });

  it('tells nobody where the policies say it no more', async (t) => {
    const { keeper, ask, find, reindex, store } = await openGaps(t);
    await ask('Where can I park my car?');
    await reindex(SHOP, PARKING);
    await keeper.check();
    const id = find('answerable', 'car')?.id ?? assert.fail('the gap is open');
    await reindex(SHOP);
    assert.deepEqual(await keeper.tell(id, 'Lan'), { kind: 'nobody', unreachable: 0, unanswered: 1 });
    assert.equal(store.outbox.claimNext([]), null);
    assert.equal(store.gaps.toldStateOf(id), null);
  });

  it('speaks the language of each question', async (t) => {
    const { keeper, ask, find, reindex, store } = await openGaps(t);
    await ask('Quán có chỗ đậu xe không?');
    await reindex(SHOP, '## Đậu xe\n\nBạn có thể đậu xe trong sân sau quán. Chỗ đậu xe miễn phí.\n');
    await keeper.check();
    const id = find('answerable', 'xe')?.id ?? assert.fail('the gap is open');
    await keeper.tell(id, 'Lan');
    const { plain = '', html = '' } = store.outbox.claimNext([])?.message ?? {};
    assert.match(plain, /^Bạn đã hỏi: “Quán có chỗ đậu xe không\?”/);
    assert.match(html, /<i>Nguồn: Đậu xe<\/i>$/);
  });
});
