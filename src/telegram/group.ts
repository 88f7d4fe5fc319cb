import type { Message } from 'grammy/types';
import type { QuestionMessage } from '../domain/exchange.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import type { AnsweredQuestion } from './ports.ts';
import { messagesOf } from './updates.ts';

/** Characters of a message; a client sends what is typed beyond them as the next one. */
const LONGEST_TYPED = 4096;

/** How the messages in hand are read. */
export interface Reading {
  /** What a message asks; empty where it asks nothing. */
  readonly questionIn: (message: Message) => string;
  /** The earlier message that it replies to, or null. */
  readonly contextOf: (message: Message) => string | null;
  readonly answeredBy: (messageId: number) => AnsweredQuestion | null;
}

/** A message of the group in hand, as it stands after its edits. */
interface Written {
  readonly message: Message;
  readonly text: string;
  /** Whether the message itself came earlier, and only its edit is in hand. */
  readonly isEdit: boolean;
}

/** The one question that a group of messages makes. */
export interface GroupedQuestion {
  readonly messages: readonly QuestionMessage[];
  readonly updateOf: string | null;
  readonly repliesTo: string | null;
  readonly replyToMessageId: number;
}

/** Whether there are words to answer among the messages in hand, whatever was answered before. */
export function asksAnything(item: ClaimedUpdate, questionIn: Reading['questionIn']): boolean {
  return readGroup(item, questionIn).length > 0;
}

/**
 * What the messages in hand ask together; null where they ask nothing, because Telegram reported an edit that left
 * the text as it was answered (it does so for a link's preview). An edit of a message that was answered brings the
 * other messages of that question along. Where several answered questions were edited at once, which takes a
 * backlog, the newest counts as the one that was edited.
 */
export function groupMessages(item: ClaimedUpdate, reading: Reading): GroupedQuestion | null {
  const texts = new Map<number, string>();
  let updateOf: string | null = null;
  let repliesTo: string | null = null;
  let replyToMessageId: number | null = null;
  for (const { message, text, isEdit } of readGroup(item, reading.questionIn)) {
    const messageId = message.message_id;
    const answered = isEdit ? reading.answeredBy(messageId) : null;
    if (answered?.messages.some((each) => each.messageId === messageId && each.text === text)) continue;
    for (const each of answered?.messages ?? []) {
      if (each.messageId !== null && !texts.has(each.messageId)) texts.set(each.messageId, each.text);
    }
    texts.set(messageId, text);
    updateOf = answered?.id ?? updateOf;
    repliesTo ??= reading.contextOf(message);
    replyToMessageId = messageId;
  }
  if (replyToMessageId === null) return null;
  const messages = [...texts].map(([messageId, text]) => ({ messageId, text }));
  return { messages, updateOf, repliesTo, replyToMessageId };
}

/** One text of several messages; what Telegram's clients cut because it was too long is put together as it was. */
export function joinTexts(messages: readonly QuestionMessage[]): string {
  return messages
    .map(({ text }, at) => (at + 1 === messages.length || text.length >= LONGEST_TYPED ? text : `${text}\n`))
    .join('');
}

/** In the order in which they were written, whatever the order of their edits. */
function readGroup({ payload, joined }: ClaimedUpdate, questionIn: Reading['questionIn']): Written[] {
  const written = new Map<number, Written>();
  for (const { message, isEdit } of messagesOf([payload, ...joined.map((each) => each.payload)])) {
    const text = questionIn(message);
    if (text === '' || !Number.isSafeInteger(message.message_id)) continue;
    const known = written.get(message.message_id);
    written.set(message.message_id, { message, text, isEdit: known?.isEdit ?? isEdit });
  }
  return [...written.values()].sort((a, b) => a.message.message_id - b.message.message_id);
}
