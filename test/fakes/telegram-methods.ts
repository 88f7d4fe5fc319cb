/** The Bot API's methods on the fake's state: what each accepts, refuses (with the real words) and keeps. */
import { isRecord, type Json, listOf, parseJson, recordsOf } from './loopback.ts';
import {
  type FormattedText,
  HtmlError,
  type MessageEntity,
  parseTelegramHtml,
  trimFormatted,
} from './telegram-html.ts';
import { UpdateQueue } from './telegram-updates.ts';

export interface FakeUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly username?: string;
  readonly language_code?: string;
}

export interface SentButton {
  readonly text: string;
  /** The callback data, or null for a button of another kind (see `url`). */
  readonly data: string | null;
  readonly url: string | null;
}

export interface SentMessage {
  readonly chatId: number;
  readonly messageId: number;
  /** As the user reads it: parsed and trimmed. */
  readonly text: string;
  /** The text parameter as it came. */
  readonly html: string;
  readonly parseMode: string | null;
  readonly entities: readonly MessageEntity[];
  /** Inline buttons, row after row. */
  readonly buttons: readonly SentButton[];
  readonly replyToMessageId: number | null;
  readonly at: number;
  readonly params: Json;
}

export interface CallbackAnswer {
  readonly callbackId: string;
  readonly text: string | null;
  readonly showAlert: boolean;
  readonly at: number;
}

export interface ChatAction {
  readonly chatId: number;
  readonly action: string;
  readonly at: number;
}

export interface BotCommand {
  readonly command: string;
  readonly description: string;
}

export interface StoredMessage {
  readonly message: Json;
  /** Null for what a user wrote. */
  readonly sent: SentMessage | null;
}

export class BotApiError extends Error {
  readonly code: number;
  readonly parameters: Json;

  constructor(code: number, message: string, parameters: Json = {}) {
    super(message);
    this.code = code;
    this.parameters = parameters;
  }
}

export class TelegramState {
  readonly bot: FakeUser;
  readonly updates = new UpdateQueue();
  readonly chats = new Map<number, Json>();
  readonly blocked = new Set<number>();
  readonly openCallbacks = new Set<string>();
  readonly sent: SentMessage[] = [];
  readonly edited: SentMessage[] = [];
  readonly deleted: { readonly chatId: number; readonly messageId: number }[] = [];
  readonly callbackAnswers: CallbackAnswer[] = [];
  readonly chatActions: ChatAction[] = [];
  readonly commands = new Map<string, readonly BotCommand[]>();
  readonly profile = new Map<string, string>();
  webhook = '';
  #lastMessageId = 0;
  readonly #messages = new Map<string, StoredMessage>();

  constructor(bot: FakeUser) {
    this.bot = bot;
  }

  nextMessageId(): number {
    this.#lastMessageId++;
    return this.#lastMessageId;
  }

  keep(chatId: number, messageId: number, stored: StoredMessage): void {
    this.#lastMessageId = Math.max(this.#lastMessageId, messageId);
    this.#messages.set(`${chatId}/${messageId}`, stored);
  }

  find(chatId: number, messageId: number): StoredMessage | undefined {
    return this.#messages.get(`${chatId}/${messageId}`);
  }

  remove(chatId: number, messageId: number): void {
    this.#messages.delete(`${chatId}/${messageId}`);
  }

  inChat(chatId: number): readonly StoredMessage[] {
    return [...this.#messages.values()].filter(({ message }) => chatIdOf(message) === chatId);
  }
}

export function chatIdOf(message: Json): number | null {
  const chat = message['chat'];
  const id = isRecord(chat) ? chat['id'] : undefined;
  return typeof id === 'number' ? id : null;
}

/** `default`, `default|de`, `chat:1001`, `chat:1001|de`, `chat_member:1001:7`, `all_private_chats`, … */
export function commandKey(scope?: unknown, languageCode?: unknown): string {
  const { type, chat_id: chatId, user_id: userId } = isRecord(scope) ? scope : {};
  const place = [type ?? 'default', chatId, userId].filter((part) => part !== undefined).join(':');
  return languageCode ? `${place}|${languageCode}` : place;
}

type Method = (state: TelegramState, params: Json) => unknown;

/** Every method but getUpdates, which waits; by lower-case name, as the real server matches them. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['getme', (state) => ({ ...state.bot, can_join_groups: true, can_read_all_group_messages: false })],
  ['sendmessage', sendMessage],
  ['editmessagetext', editMessageText],
  ['editmessagereplymarkup', editMessageReplyMarkup],
  ['deletemessage', deleteMessage],
  ['answercallbackquery', answerCallbackQuery],
  ['sendchataction', sendChatAction],
  ['setmycommands', setMyCommands],
  ['getmycommands', getMyCommands],
  ['deletemycommands', deleteMyCommands],
  ['setmydescription', (state, params) => setProfile(state, params, 'description', 512)],
  ['setmyshortdescription', (state, params) => setProfile(state, params, 'short_description', 120)],
  ['getmydescription', (state, params) => getProfile(state, params, 'description')],
  ['getmyshortdescription', (state, params) => getProfile(state, params, 'short_description')],
  ['setwebhook', setWebhook],
  ['deletewebhook', deleteWebhook],
  ['getwebhookinfo', getWebhookInfo],
  ['getchat', (state, params) => reachableChat(state, params)],
]);

function sendMessage(state: TelegramState, params: Json): Json {
  const formatted = formattedText(params);
  const buttons = checkedButtons(params);
  const chat = reachableChat(state, params);
  const chatId = Number(chat['id']);
  const replyToMessageId = replyTarget(state, chatId, params);
  const messageId = state.nextMessageId();
  const sent = { ...sentMessage(chatId, messageId, params, formatted, buttons), replyToMessageId };
  const replied = replyToMessageId === null ? undefined : state.find(chatId, replyToMessageId)?.message;
  const message = {
    message_id: messageId,
    from: state.bot,
    chat,
    date: Math.floor(Date.now() / 1000),
    ...(replied ? { reply_to_message: withoutReply(replied) } : {}),
    ...body(formatted, params),
  };
  state.keep(chatId, messageId, { message, sent });
  state.sent.push(sent);
  return message;
}

function editMessageText(state: TelegramState, params: Json): Json {
  const formatted = formattedText(params);
  const buttons = checkedButtons(params);
  const { chatId, messageId, stored, sent } = ownMessage(state, params);
  const next = { ...sent, ...sentMessage(chatId, messageId, params, formatted, buttons) };
  return replaceMessage(state, { ...sent, ...next, replyToMessageId: sent.replyToMessageId }, stored, {
    ...body(formatted, params),
  });
}

function editMessageReplyMarkup(state: TelegramState, params: Json): Json {
  const buttons = checkedButtons(params);
  const { stored, sent } = ownMessage(state, params);
  const { text, entities } = sent;
  return replaceMessage(state, { ...sent, buttons, params, at: Date.now() }, stored, {
    ...body({ text, entities }, params),
  });
}

function replaceMessage(state: TelegramState, next: SentMessage, stored: StoredMessage, content: Json): Json {
  const shown = (message: Json) =>
    JSON.stringify([message['text'], message['entities'] ?? [], message['reply_markup'] ?? null]);
  if (shown(content) === shown(stored.message)) {
    throw new BotApiError(
      400,
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  const { text, entities, reply_markup: markup, ...kept } = stored.message;
  const message = { ...kept, ...content, edit_date: Math.floor(Date.now() / 1000) };
  state.keep(next.chatId, next.messageId, { message, sent: next });
  state.edited.push(next);
  return message;
}

function deleteMessage(state: TelegramState, params: Json): true {
  const chatId = Number(reachableChat(state, params)['id']);
  const messageId = Number(params['message_id']);
  if (!state.find(chatId, messageId)) throw new BotApiError(400, 'Bad Request: message to delete not found');
  state.remove(chatId, messageId);
  state.deleted.push({ chatId, messageId });
  return true;
}

function answerCallbackQuery(state: TelegramState, params: Json): true {
  const callbackId = String(params['callback_query_id'] ?? '');
  const text = params['text'];
  if (typeof text === 'string' && [...text].length > 200) {
    throw new BotApiError(400, 'Bad Request: MESSAGE_TOO_LONG');
  }
  if (!state.openCallbacks.has(callbackId)) {
    throw new BotApiError(
      400,
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
    );
  }
  state.callbackAnswers.push({
    callbackId,
    text: typeof text === 'string' && text !== '' ? text : null,
    showAlert: isTrue(params['show_alert']),
    at: Date.now(),
  });
  return true;
}

const ACTION =
  /^(typing|upload_photo|(record|upload)_(video|voice|video_note)|upload_document|choose_sticker|find_location)$/;

function sendChatAction(state: TelegramState, params: Json): true {
  const action = String(params['action'] ?? '');
  if (!ACTION.test(action)) {
    throw new BotApiError(400, 'Bad Request: wrong parameter action in request');
  }
  const chatId = Number(reachableChat(state, params)['id']);
  state.chatActions.push({ chatId, action, at: Date.now() });
  return true;
}

function setMyCommands(state: TelegramState, params: Json): true {
  const commands = recordsOf(nested(params['commands']));
  if (commands.length > 100) throw new BotApiError(400, 'Bad Request: BOT_COMMANDS_TOO_MUCH');
  const checked = commands.map((each) => {
    const command = String(each['command'] ?? '').replace(/^\//, '');
    const description = String(each['description'] ?? '').trim();
    if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new BotApiError(400, 'Bad Request: BOT_COMMAND_INVALID');
    if (description === '' || [...description].length > 256) {
      throw new BotApiError(400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID');
    }
    return { command, description };
  });
  const key = checkedCommandKey(state, params);
  if (checked.length === 0) state.commands.delete(key);
  else state.commands.set(key, checked);
  return true;
}

function getMyCommands(state: TelegramState, params: Json): readonly BotCommand[] {
  return state.commands.get(checkedCommandKey(state, params)) ?? [];
}

function deleteMyCommands(state: TelegramState, params: Json): true {
  state.commands.delete(checkedCommandKey(state, params));
  return true;
}

function checkedCommandKey(state: TelegramState, params: Json): string {
  const scope = nested(params['scope']);
  if (isRecord(scope) && scope['chat_id'] !== undefined && !state.chats.has(Number(scope['chat_id']))) {
    throw new BotApiError(400, 'Bad Request: chat not found');
  }
  return commandKey(scope, params['language_code']);
}

function setProfile(state: TelegramState, params: Json, field: string, limit: number): true {
  const text = String(params[field] ?? '');
  if ([...text].length > limit) throw new BotApiError(400, `Bad Request: ${field} is too long`);
  state.profile.set(profileKey(field, params), text);
  return true;
}

function getProfile(state: TelegramState, params: Json, field: string): Json {
  return { [field]: state.profile.get(profileKey(field, params)) ?? '' };
}

function profileKey(field: string, params: Json): string {
  return params['language_code'] ? `${field}|${params['language_code']}` : field;
}

function setWebhook(state: TelegramState, params: Json): true {
  if (!params['url']) return deleteWebhook(state, params);
  state.webhook = String(params['url']);
  takeAllowed(state, params);
  if (isTrue(params['drop_pending_updates'])) state.updates.clear();
  state.updates.interrupt('Conflict: terminated by setWebhook request');
  return true;
}

function deleteWebhook(state: TelegramState, params: Json): true {
  state.webhook = '';
  if (isTrue(params['drop_pending_updates'])) state.updates.clear();
  return true;
}

function getWebhookInfo(state: TelegramState): Json {
  return {
    url: state.webhook,
    has_custom_certificate: false,
    pending_update_count: state.updates.size,
    ...(state.updates.allowed.length > 0 ? { allowed_updates: state.updates.allowed } : {}),
  };
}

export function takeAllowed(state: TelegramState, params: Json): void {
  const types = nested(params['allowed_updates']);
  if (Array.isArray(types)) state.updates.allow(types.map(String));
}

function reachableChat(state: TelegramState, params: Json): Json {
  if (params['chat_id'] === undefined || params['chat_id'] === '') {
    throw new BotApiError(400, 'Bad Request: chat_id is empty');
  }
  const chatId = Number(params['chat_id']);
  const chat = state.chats.get(chatId);
  if (!chat) throw new BotApiError(400, 'Bad Request: chat not found');
  if (state.blocked.has(chatId)) throw new BotApiError(403, 'Forbidden: bot was blocked by the user');
  return chat;
}

function ownMessage(
  state: TelegramState,
  params: Json,
): { chatId: number; messageId: number; stored: StoredMessage; sent: SentMessage } {
  const chatId = Number(reachableChat(state, params)['id']);
  const messageId = Number(params['message_id']);
  const stored = state.find(chatId, messageId);
  if (!stored) throw new BotApiError(400, 'Bad Request: message to edit not found');
  if (!stored.sent) throw new BotApiError(400, "Bad Request: message can't be edited");
  return { chatId, messageId, stored, sent: stored.sent };
}

function replyTarget(state: TelegramState, chatId: number, params: Json): number | null {
  const reply = nested(params['reply_parameters']);
  const wanted = isRecord(reply) ? reply['message_id'] : params['reply_to_message_id'];
  if (wanted === undefined) return null;
  const messageId = Number(wanted);
  if (state.find(chatId, messageId)) return messageId;
  const lenient = isRecord(reply)
    ? reply['allow_sending_without_reply']
    : params['allow_sending_without_reply'];
  if (isTrue(lenient)) return null;
  throw new BotApiError(400, 'Bad Request: message to be replied not found');
}

function formattedText(params: Json): FormattedText {
  const raw = params['text'];
  if (raw === undefined || raw === null || raw === '') {
    throw new BotApiError(400, 'Bad Request: message text is empty');
  }
  const text = String(raw);
  if (Buffer.byteLength(text) > 32_768) throw new BotApiError(400, 'Bad Request: text is too long');
  const formatted = trimFormatted(parsed(text, params));
  if (formatted.text === '') throw new BotApiError(400, 'Bad Request: text must be non-empty');
  if ([...formatted.text].length > 4096) throw new BotApiError(400, 'Bad Request: message is too long');
  return formatted;
}

function parsed(text: string, params: Json): FormattedText {
  const mode = String(params['parse_mode'] ?? '').toLowerCase();
  if (mode === '') return { text, entities: entitiesOf(nested(params['entities'])) };
  if (mode !== 'html')
    throw new BotApiError(400, 'Bad Request: unsupported parse_mode (the fake knows HTML only)');
  try {
    return parseTelegramHtml(text);
  } catch (error) {
    if (!(error instanceof HtmlError)) throw error;
    throw new BotApiError(400, `Bad Request: can't parse entities: ${error.message}`);
  }
}

function entitiesOf(value: unknown): readonly MessageEntity[] {
  return recordsOf(value).map((entity) => ({
    ...entity,
    type: String(entity['type']),
    offset: Number(entity['offset']),
    length: Number(entity['length']),
  }));
}

const BUTTON_KINDS = [
  'callback_data',
  'url',
  'web_app',
  'login_url',
  'copy_text',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'pay',
];

function checkedButtons(params: Json): readonly SentButton[] {
  const markup = nested(params['reply_markup']);
  const rows = isRecord(markup) ? listOf(markup['inline_keyboard']) : [];
  return rows.flatMap((row) => {
    if (!Array.isArray(row)) {
      throw new BotApiError(400, "Bad Request: can't parse reply keyboard markup JSON object");
    }
    return recordsOf(row).map(checkedButton);
  });
}

function checkedButton(button: Json): SentButton {
  const { text, callback_data: data, url } = button;
  if (typeof text !== 'string') {
    throw new BotApiError(400, `Bad Request: can't parse inline keyboard button: Can't find field "text"`);
  }
  if (!BUTTON_KINDS.some((kind) => button[kind] !== undefined)) {
    throw new BotApiError(400, 'Bad Request: Text buttons are unallowed in the inline keyboard');
  }
  if (data !== undefined) {
    const bytes = Buffer.byteLength(String(data));
    if (bytes < 1 || bytes > 64) throw new BotApiError(400, 'Bad Request: BUTTON_DATA_INVALID');
  }
  return {
    text,
    data: data === undefined ? null : String(data),
    url: url === undefined ? null : String(url),
  };
}

function sentMessage(
  chatId: number,
  messageId: number,
  params: Json,
  { text, entities }: FormattedText,
  buttons: readonly SentButton[],
): SentMessage {
  const mode = params['parse_mode'];
  return {
    chatId,
    messageId,
    text,
    html: String(params['text']),
    parseMode: typeof mode === 'string' ? mode : null,
    entities,
    buttons,
    replyToMessageId: null,
    at: Date.now(),
    params,
  };
}

function body({ text, entities }: FormattedText, params: Json): Json {
  const markup = nested(params['reply_markup']);
  const inline = isRecord(markup) && listOf(markup['inline_keyboard']).length > 0;
  return {
    text,
    ...(entities.length > 0 ? { entities } : {}),
    ...(inline ? { reply_markup: markup } : {}),
  };
}

function withoutReply({ reply_to_message: _, ...message }: Json): Json {
  return message;
}

/** Form parameters carry objects as JSON text. */
function nested(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

function isTrue(value: unknown): boolean {
  return value === true || String(value).toLowerCase() === 'true';
}
