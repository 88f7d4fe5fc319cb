import type { TestContext } from 'node:test';
import type { Conversation, Question } from '../../src/conversation/conversation.ts';
import type { Exchange, StoredExchange } from '../../src/domain/exchange.ts';
import { createLogger } from '../../src/log.ts';
import { IN_MEMORY, openStore, type Store } from '../../src/store/store.ts';
import { createHelpDesk, type HelpDesk } from '../../src/telegram/help-desk.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { exchangeOf } from '../store/support.ts';
import { eventually } from '../support/eventually.ts';

export const CHAT = 1001;
/** Short in real time, which only ends the dispatcher's sleep: whether a wait is over, the bench's clock says. */
const JOIN_MS = 20;

export interface TelegramBench {
  readonly telegram: FakeTelegram;
  readonly store: Store;
  start(): Promise<void>;
  /** Texts in quick succession: none of them is handled before `quiet`. */
  write(text: string, chatId?: number): number;
  edit(messageId: number, text: string): void;
  /** The process dies with all in hand that waits. */
  die(): Promise<void>;
  /** Lets the wait for further texts end, once all that was written is stored. */
  quiet(): Promise<void>;
  /** Until nothing waits and every reply is sent. */
  settled(): Promise<void>;
  exchanges(): StoredExchange[];
}

export interface TelegramBenchOptions {
  /** What the exchange holds besides its question; may wait, or throw. */
  readonly answer?: (question: Question) => Partial<Exchange> | Promise<Partial<Exchange>>;
  /** In place of the conversation that echoes. */
  readonly converse?: (store: Store) => Conversation;
}

/**
 * The real bot between the fake Telegram and a real store whose clock stands still; the conversation only echoes the
 * question. What it answers is not this bench's matter, only what it is asked and what becomes of its exchange.
 */
export async function openTelegramBench(
  test: TestContext,
  { answer = () => ({}), converse }: TelegramBenchOptions = {},
): Promise<TelegramBench> {
  const clock = { now: 1_000_000 };
  const store = openStore(IN_MEMORY, () => clock.now);
  const telegram = await startFakeTelegram();
  let helpDesk: HelpDesk | null = null;
  test.after(async () => {
    await helpDesk?.stop();
    store.close();
    await telegram.close();
  });

  const echo: Conversation = {
    async ask(question, options) {
      const more = await answer(question);
      const { text, messages = [], updateOf = null, channel, customer } = question;
      const id = `x${exchanges().length + 1}`;
      const asked = { question: text, messages, updateOf, channel, customer, text: `You asked: ${text}` };
      const exchange = exchangeOf(id, { ...asked, ...more });
      store.exchanges.finishExchange(exchange, options?.deliver?.(exchange) ?? null);
      return exchange;
    },
  };

  async function stored(): Promise<void> {
    await telegram.until(() => (telegram.pendingUpdates() === 0 ? true : undefined));
  }

  function exchanges(): StoredExchange[] {
    return [...store.review.allExchanges()];
  }

  return {
    telegram,
    store,
    exchanges,
    async start() {
      helpDesk = createHelpDesk({
        token: telegram.token,
        apiRoot: telegram.url,
        inbox: store.inbox,
        outbox: store.outbox,
        exchanges: store.review,
        answered: store.exchanges,
        customers: store.customers,
        conversation: converse?.(store) ?? echo,
        joinMs: JOIN_MS,
        businessName: 'Shop',
        contact: null,
        adminIds: [],
        reindex: () => Promise.reject(new Error('not asked for here')),
        status: () => Promise.reject(new Error('not asked for here')),
        logger: createLogger({ level: 'silent' }),
        retryMs: 1,
      });
      helpDesk.run().catch(() => {});
      await telegram.until(() => (telegram.isPolled ? true : undefined));
    },
    write(text, chatId = CHAT) {
      return telegram.userWrites({ chatId, userId: chatId, text, languageCode: 'en' }).messageId;
    },
    edit(messageId, text) {
      telegram.edits({ chatId: CHAT, messageId, text });
    },
    async die() {
      await stored();
      await helpDesk?.stop();
      clock.now += JOIN_MS;
      while (store.inbox.claimNext(JOIN_MS) !== null);
    },
    async quiet() {
      await stored();
      clock.now += JOIN_MS;
    },
    async settled() {
      const isIdle = () => (store.review.figures(0).waiting === 0 ? true : undefined);
      await eventually(isIdle, 'an empty inbox and no reply on its way');
    },
  };
}
