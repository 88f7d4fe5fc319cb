import type { TestContext } from 'node:test';
import type { Conversation, Question } from '../../src/conversation/conversation.ts';
import type { Exchange, StoredExchange } from '../../src/domain/exchange.ts';
import { createLogger } from '../../src/log.ts';
import { IN_MEMORY, openStore, type Store } from '../../src/store/store.ts';
import { createHelpDesk, type HelpDesk } from '../../src/telegram/help-desk.ts';
import { UNPACED } from '../../src/telegram/pace.ts';
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
  /** Lets the wait for further texts (or `ms`) end, once all that was written is stored. */
  quiet(ms?: number): Promise<void>;
  /** A private message of any content. */
  send(content: Readonly<Record<string, unknown>>, chatId?: number): number;
  /** What was said in a chat. */
  said(chatId?: number): string[];
  /** Until nothing waits and every reply is sent. */
  settled(): Promise<void>;
  exchanges(): StoredExchange[];
}

export interface TelegramBenchOptions {
  /** What the exchange holds besides its question; may wait, or throw. */
  readonly answer?: (question: Question) => Partial<Exchange> | Promise<Partial<Exchange>>;
  /** How long a text waits for others; 0: not at all. */
  readonly joinMs?: number;
  /** What the clock shows; it stands still. */
  readonly at?: number;
  /** In place of the conversation that echoes. */
  readonly converse?: (store: Store) => Conversation;
  readonly contact?: string | null;
}

/**
 * The real bot between the fake Telegram and a real store whose clock stands still; the conversation only echoes the
 * question. What it answers is not this bench's matter, only what it is asked and what becomes of its exchange.
 */
export async function openTelegramBench(
  test: TestContext,
  {
    answer = () => ({}),
    converse,
    joinMs = JOIN_MS,
    contact = null,
    at = 1_000_000,
  }: TelegramBenchOptions = {},
): Promise<TelegramBench> {
  const clock = { now: at };
  const store = openStore(IN_MEMORY, () => clock.now);
  const telegram = await startFakeTelegram();
  let helpDesk: HelpDesk | null = null;
  let lastId = 5000;
  let recorded = 0;
  test.after(async () => {
    await helpDesk?.stop();
    store.close();
    await telegram.close();
  });

  const echo: Pick<Conversation, 'ask'> = {
    async ask(question, options) {
      const more = await answer(question);
      const { text, messages = [], updateOf = null, channel, customer } = question;
      const id = `x${recorded + 1}`;
      const asked = { question: text, messages, updateOf, channel, customer, text: `You asked: ${text}` };
      const exchange = exchangeOf(id, { ...asked, ...more });
      store.exchanges.finishExchange(exchange, options?.deliver?.(exchange) ?? null);
      recorded += 1;
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
        pace: UNPACED,
        exchanges: store.review,
        answered: store.exchanges,
        customers: store.customers,
        ...partsOf(store),
        conversation: converse?.(store) ?? echo,
        joinMs,
        now: () => clock.now,
        businessName: 'Shop',
        contact,
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
    send(content, chatId = CHAT) {
      lastId += 1;
      const from = { id: chatId, is_bot: false, first_name: 'A', language_code: 'en' };
      const chat = { id: chatId, type: 'private', first_name: 'A' };
      telegram.deliver({ message: { message_id: lastId, date: 1_700_000_000, chat, from, ...content } });
      return lastId;
    },
    said(chatId = CHAT) {
      return telegram.sentTo(chatId).map(({ text }) => text);
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
    async quiet(ms = JOIN_MS) {
      await stored();
      clock.now += ms;
    },
    async settled() {
      const isIdle = () => (store.review.figures(0).waiting === 0 ? true : undefined);
      await eventually(isIdle, 'an empty inbox and no reply on its way');
    },
  };
}

/** What a help desk takes from the store beside its queues and its record. */
export function partsOf(store: Pick<Store, 'chats' | 'exchanges' | 'personalData' | 'index'>) {
  return {
    chats: store.chats,
    feedback: store.exchanges,
    failures: store.exchanges,
    personalData: store.personalData,
    timeZone: 'UTC',
    login: null,
    sections: {
      list: () => store.index.current()?.sections ?? [],
      passagesOf: store.index.passagesOf,
    },
  };
}
