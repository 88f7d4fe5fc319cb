import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_ALERTS } from '../../src/conversation/alerts.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
import { UNLIMITED } from '../../src/conversation/limits.ts';
import { createLogger } from '../../src/log.ts';
import { openDesk } from '../support/help-desk.ts';

const POLICY = {
  'shop.md':
    '# Shop\n\n## Gift cards\n\nA gift card is valid for six months.\n\n## Opening hours\n\nWe open at 8:00.\n',
};

describe('a rehearsal', () => {
  it('answers as a question would be answered, without the model, records or limits', async (t) => {
    const desk = await openDesk(POLICY);
    t.after(() => desk.close());
    const refuse = () => assert.fail('nothing is to be asked, counted or recorded');
    const conversation = createConversation({
      index: desk.store.index,
      claude: { name: 'claude', answer: refuse },
      log: { recentTurns: refuse, finishExchange: refuse },
      limits: { ...UNLIMITED, admit: refuse, tellsNow: refuse },
      alerts: NO_ALERTS,
      situation: () => '',
      contact: null,
      sendSections: 3,
      now: Date.now,
      logger: createLogger({ level: 'silent' }),
    });
    const question = { channel: 'telegram', customer: 'c_1', languageCode: null } as const;
    const rehearse = (text: string, lastTurn?: string) =>
      conversation.rehearse(
        { ...question, text, ...(lastTurn === undefined ? {} : { lastTurn }) },
        { offline: true },
      );

    const answered = await rehearse('How long is a gift card valid?');
    assert.equal(answered.outcome, 'answered');
    assert.equal(answered.text, 'A gift card is valid for six months.\n\nSource: Gift cards');
    assert.equal((await rehearse('ok')).outcome, 'small_talk');
    assert.match((await rehearse('and for how long?')).outcome, /^refused/);
    assert.equal((await rehearse('and for how long?', 'gift card valid')).outcome, 'answered');
  });
});
