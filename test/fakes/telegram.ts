/**
 * A Bot API server on loopback for tests and benches: real HTTP, so that grammY runs unchanged and a bot in a child
 * process can be killed while "Telegram" lives on. An update stays until a later offset confirms it; a chat is known
 * once it has written. Not modelled: rate limits (inject them with `fail`), Markdown modes, media, webhook push, the
 * real server's slowing-down of hasty polls.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import { isRecord, type Json, type Loopback, listen, parseJson, readBody, Watchers } from './loopback.ts';
import { type Effect, type FaultScope, Faults, type Refusal } from './telegram-faults.ts';
import {
  BotApiError,
  type BotCommand,
  type CallbackAnswer,
  type ChatAction,
  chatIdOf,
  commandKey,
  type FakeUser,
  METHODS,
  type SentButton,
  type SentMessage,
  TelegramState,
  takeAllowed,
} from './telegram-methods.ts';

export type {
  BotCommand,
  CallbackAnswer,
  ChatAction,
  FakeUser,
  FaultScope,
  Refusal,
  SentButton,
  SentMessage,
};
export { commandKey };

export interface FakeTelegramOptions {
  readonly token?: string;
  /** A fixed port lets a restarted bot find the fake again; any free one unless given. */
  readonly port?: number;
}

export interface ApiCall {
  readonly method: string;
  readonly params: Json;
  readonly at: number;
}

/** Test data is often deliberately incomplete, so anything goes beside a well-typed update. */
export type RawUpdate = Partial<Update> | Json;

export interface Writing {
  /** Below zero it is a supergroup. `userId` unless given; 1001 without either. */
  readonly chatId?: number;
  readonly userId?: number;
  readonly text: string;
  readonly languageCode?: string;
  readonly firstName?: string;
  readonly username?: string;
  readonly replyToMessageId?: number;
  /** Unix seconds; now unless given. */
  readonly date?: number;
}

export interface Press {
  readonly chatId: number;
  readonly messageId: number;
  readonly data: string;
  readonly userId?: number;
  /** A press on a keyboard that has meanwhile gone, as from a slow client; otherwise the button must be there. */
  readonly stale?: boolean;
}

const DEFAULT_TOKEN = '123456789:AAFakeTokenForTestsOnly-0123456789abc';

export async function startFakeTelegram(options: FakeTelegramOptions = {}): Promise<FakeTelegram> {
  const fake = new FakeTelegram(options.token ?? DEFAULT_TOKEN);
  await fake.listen(options.port ?? 0);
  return fake;
}

export class FakeTelegram {
  readonly token: string;
  readonly bot: FakeUser;
  /** Every call with the right token, in order of arrival, also those that a fault struck. */
  readonly calls: ApiCall[] = [];
  readonly #state: TelegramState;
  readonly #faults = new Faults();
  readonly #watchers = new Watchers();
  readonly #closing = new AbortController();
  readonly #users = new Map<number, FakeUser>();
  #loopback: Loopback | null = null;
  #lastCallbackId = 4_000_000_000_000_000;

  constructor(token: string) {
    this.token = token;
    const id = Number.parseInt(token, 10) || 123_456_789;
    this.bot = { id, is_bot: true, first_name: 'Citedesk', username: 'citedesk_test_bot' };
    this.#state = new TelegramState(this.bot);
  }

  async listen(port: number): Promise<void> {
    this.#loopback = await listen((request, response) => this.#serve(request, response), port);
  }

  /** The API root, without a trailing slash as grammY wants it. */
  get url(): string {
    return this.#loopback?.url ?? '';
  }

  get port(): number {
    return this.#loopback?.port ?? 0;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#state.updates.close();
    await this.#loopback?.close();
  }

  // What users do.

  userWrites(writing: Writing): { updateId: number; messageId: number } {
    const userId =
      writing.userId ?? (writing.chatId !== undefined && writing.chatId > 0 ? writing.chatId : 1001);
    const chatId = writing.chatId ?? userId;
    const from = this.#user(userId, writing);
    const messageId = this.#state.nextMessageId();
    const replied =
      writing.replyToMessageId === undefined ? undefined : this.#state.find(chatId, writing.replyToMessageId);
    const message = {
      message_id: messageId,
      from,
      chat: this.#state.chats.get(chatId) ?? chatOf(chatId, from),
      date: writing.date ?? Math.floor(Date.now() / 1000),
      ...(replied ? { reply_to_message: replied.message } : {}),
      ...textBody(writing.text),
    };
    return { updateId: this.deliver({ message }), messageId };
  }

  /** The user edits an own message. */
  edits(edit: { chatId: number; messageId: number; text: string }): number {
    const stored = this.#state.find(edit.chatId, edit.messageId);
    if (!stored || stored.sent) throw new Error(`Chat ${edit.chatId} wrote no message ${edit.messageId}`);
    const { entities: _, ...kept } = stored.message;
    const message = { ...kept, ...textBody(edit.text), edit_date: Math.floor(Date.now() / 1000) };
    return this.deliver({ edited_message: message });
  }

  presses(press: Press): string {
    const stored = this.#state.find(press.chatId, press.messageId);
    const offered = stored?.sent?.buttons ?? [];
    if (!press.stale && !offered.some((button) => button.data === press.data)) {
      const there = offered.map((button) => button.data).join(', ');
      throw new Error(
        `Message ${press.messageId} in chat ${press.chatId} has no button "${press.data}" (it has: ${there})`,
      );
    }
    this.#lastCallbackId++;
    const id = String(this.#lastCallbackId);
    const gone = { message_id: press.messageId, chat: this.#state.chats.get(press.chatId), date: 0 };
    this.deliver({
      callback_query: {
        id,
        from: this.#user(press.userId ?? (press.chatId > 0 ? press.chatId : 1001), {}),
        message: stored?.message ?? gone,
        chat_instance: String(-press.chatId),
        data: press.data,
      },
    });
    return id;
  }

  /** Queues any update as it stands, with the next `update_id` unless it brings one; returns the id. */
  deliver(update: RawUpdate): number {
    const json = update as Json;
    for (const part of Object.values(json)) if (isRecord(part)) this.#learn(part);
    const id = this.#state.updates.push(json);
    this.#watchers.notice();
    return id;
  }

  block(chatId: number): void {
    this.#state.blocked.add(chatId);
  }

  unblock(chatId: number): void {
    this.#state.blocked.delete(chatId);
  }

  /** As after 150 seconds: answers to earlier presses come too late. */
  expireCallbacks(): void {
    this.#state.openCallbacks.clear();
  }

  // The update queue.

  /** Updates that no offset has confirmed. */
  pendingUpdates(): number {
    return this.#state.updates.size;
  }

  setNextUpdateId(id: number): void {
    this.#state.updates.nextId = id;
  }

  /** Confirmed updates (all, or these) come once more, whatever the offset; returns their ids. */
  redeliver(updateIds?: readonly number[]): readonly number[] {
    const ids = this.#state.updates.redeliver(updateIds);
    this.#watchers.notice();
    return ids;
  }

  /** True while a bot holds a long poll open. */
  get isPolled(): boolean {
    return this.#state.updates.isPolled;
  }

  // What the bot did.

  get sent(): readonly SentMessage[] {
    return this.#state.sent;
  }

  sentTo(chatId: number): readonly SentMessage[] {
    return this.#state.sent.filter((message) => message.chatId === chatId);
  }

  /** The bot's edits, each as the message stood after it. */
  get edited(): readonly SentMessage[] {
    return this.#state.edited;
  }

  get deleted(): readonly { readonly chatId: number; readonly messageId: number }[] {
    return this.#state.deleted;
  }

  /** The bot's messages as the user sees them now: edits applied, deleted ones gone. */
  shown(chatId: number): readonly SentMessage[] {
    return this.#state.inChat(chatId).flatMap(({ sent }) => (sent ? [sent] : []));
  }

  get callbackAnswers(): readonly CallbackAnswer[] {
    return this.#state.callbackAnswers;
  }

  get chatActions(): readonly ChatAction[] {
    return this.#state.chatActions;
  }

  /** By `commandKey(scope, languageCode)`. */
  get commands(): ReadonlyMap<string, readonly BotCommand[]> {
    return this.#state.commands;
  }

  /** `description`, `short_description|de`, … */
  get profile(): ReadonlyMap<string, string> {
    return this.#state.profile;
  }

  callsOf(method: string): readonly ApiCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** The first message that fits, already sent or yet to come. */
  waitFor(fits: (message: SentMessage) => boolean, timeoutMs = 10_000): Promise<SentMessage> {
    return this.#watchers.wait(
      () => this.#state.sent.find(fits),
      timeoutMs,
      () => this.#story(),
    );
  }

  waitForSent(chatId: number, count: number, timeoutMs = 10_000): Promise<readonly SentMessage[]> {
    return this.until(() => {
      const sent = this.sentTo(chatId);
      return sent.length >= count ? sent : undefined;
    }, timeoutMs);
  }

  /** Anything else about this fake; looked at after every call and every update. */
  until<T>(look: () => T | undefined, timeoutMs = 10_000): Promise<T> {
    return this.#watchers.wait(look, timeoutMs, () => this.#story());
  }

  // Faults. A method is named as in the API, or `*` for any.

  fail(method: string, fault: Refusal & FaultScope): void {
    this.#faults.add(method, { kind: 'refuse', ...fault }, fault);
  }

  /** A proxy's error page in place of JSON. */
  failWithHtml(method: string, scope: FaultScope & { readonly status?: number } = {}): void {
    this.#faults.add(method, { kind: 'html', status: scope.status ?? 502 }, scope);
  }

  /** Never answers. */
  hang(method: string, scope: FaultScope = {}): void {
    this.#faults.add(method, { kind: 'hang' }, scope);
  }

  dropConnection(method: string, when: 'before' | 'after', scope: Omit<FaultScope, 'when'> = {}): void {
    this.#faults.add(method, { kind: 'drop' }, { ...scope, when });
  }

  /** Each call waits this long before it takes effect; 0 ends it. */
  delay(method: string, ms: number): void {
    this.#faults.delay(method, ms);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const params = {
      ...Object.fromEntries(url.searchParams),
      ...bodyParams(request, await readBody(request)),
    };
    const [, token, method] = /^\/bot([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
    if (token === undefined || method === undefined)
      return refuse(response, new BotApiError(404, 'Not Found'));
    if (token !== this.token) return refuse(response, new BotApiError(401, 'Unauthorized'));
    this.calls.push({ method, params, at: Date.now() });
    this.#watchers.notice();
    const delayMs = this.#faults.delayOf(method);
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    const fault = this.#faults.take(method, params);
    if (fault?.when === 'before') return strike(response, fault.effect);
    await this.#answer(method, params, response, fault?.effect);
    this.#watchers.notice();
  }

  async #answer(method: string, params: Json, response: ServerResponse, lost?: Effect): Promise<void> {
    try {
      const result = await this.#run(method, params, response);
      if (result === undefined) response.destroy();
      else if (lost) strike(response, lost);
      else respond(response, 200, { ok: true, result });
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      refuse(response, error);
    }
  }

  async #run(method: string, params: Json, response: ServerResponse): Promise<unknown> {
    if (method.toLowerCase() === 'getupdates') return this.#getUpdates(params, response);
    const run = METHODS.get(method.toLowerCase());
    if (!run) throw new BotApiError(404, 'Not Found: method not found');
    return run(this.#state, params);
  }

  /** Undefined when the client has gone. */
  async #getUpdates(params: Json, response: ServerResponse): Promise<readonly Json[] | undefined> {
    if (this.#state.webhook !== '') {
      throw new BotApiError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    takeAllowed(this.#state, params);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const poll = this.#state.updates.poll(
      {
        offset: Number(params['offset'] ?? 0),
        limit: Number(params['limit'] ?? 100),
        timeoutSeconds: Number(params['timeout'] ?? 0),
      },
      AbortSignal.any([left.signal, this.#closing.signal]),
    );
    this.#watchers.notice();
    const outcome = await poll;
    if ('conflict' in outcome) throw new BotApiError(409, outcome.conflict);
    return 'updates' in outcome ? outcome.updates : undefined;
  }

  /** Whoever writes or presses is known from then on; a user's message can be replied to. */
  #learn(part: Json): void {
    const message = isRecord(part['message']) ? part['message'] : part;
    const chatId = chatIdOf(message);
    const chat = message['chat'];
    if (chatId !== null && isRecord(chat)) {
      this.#state.chats.set(chatId, chat);
      const messageId = message['message_id'];
      const isNew = typeof messageId === 'number' && !this.#state.find(chatId, messageId)?.sent;
      if (isNew && part === message) this.#state.keep(chatId, messageId, { message, sent: null });
    }
    if (typeof part['id'] === 'string' && 'chat_instance' in part) this.#state.openCallbacks.add(part['id']);
  }

  #user(id: number, { languageCode, firstName, username }: Partial<Writing>): FakeUser {
    const known = this.#users.get(id);
    const user = {
      id,
      is_bot: false,
      first_name: firstName ?? known?.first_name ?? `User ${id}`,
      ...pick('username', username ?? known?.username),
      ...pick('language_code', languageCode ?? known?.language_code ?? (known ? undefined : 'en')),
    };
    this.#users.set(id, user);
    return user;
  }

  #story(): string {
    const last = this.#state.sent.slice(-5).map((sent) => `${sent.chatId}: ${JSON.stringify(sent.text)}`);
    const calls = this.calls.slice(-8).map((call) => call.method);
    return `${this.#state.sent.length} messages sent, the last ${JSON.stringify(last)}; last calls ${calls.join(', ') || 'none'}; ${this.pendingUpdates()} updates unconfirmed`;
  }
}

function pick<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
}

function chatOf(chatId: number, from: FakeUser): Json {
  if (chatId < 0) return { id: chatId, type: 'supergroup', title: `Group ${-chatId}` };
  return { id: chatId, type: 'private', first_name: from.first_name, ...pick('username', from.username) };
}

function textBody(text: string): Json {
  const command = /^\/[A-Za-z0-9_]{1,32}(?:@\w+)?(?=\s|$)/.exec(text)?.[0];
  if (command === undefined) return { text };
  return { text, entities: [{ type: 'bot_command', offset: 0, length: command.length }] };
}

function bodyParams(request: IncomingMessage, body: string): Json {
  if (body === '') return {};
  if (request.headers['content-type']?.includes('json')) {
    const json = parseJson(body);
    return isRecord(json) ? json : {};
  }
  return Object.fromEntries(new URLSearchParams(body));
}

function strike(response: ServerResponse, effect: Effect): void {
  switch (effect.kind) {
    case 'hang':
      return;
    case 'drop':
      response.destroy();
      return;
    case 'html':
      response.writeHead(effect.status, { 'content-type': 'text/html' });
      response.end(`<html><head><title>${effect.status}</title></head><body>nginx</body></html>`);
      return;
    case 'refuse':
      refuse(response, refusalOf(effect));
  }
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  409: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
};

function refusalOf({ errorCode, description, retryAfter, migrateToChatId }: Refusal): BotApiError {
  const usual =
    retryAfter === undefined
      ? (DESCRIPTIONS[errorCode] ?? 'Error')
      : `Too Many Requests: retry after ${retryAfter}`;
  return new BotApiError(errorCode, description ?? usual, {
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(migrateToChatId === undefined ? {} : { migrate_to_chat_id: migrateToChatId }),
  });
}

function refuse(response: ServerResponse, error: BotApiError): void {
  const { code, message, parameters } = error;
  const retryAfter = parameters['retry_after'];
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  respond(response, code, {
    ok: false,
    error_code: code,
    description: message,
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  });
}

function respond(response: ServerResponse, status: number, body: Json): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
