import type { Update } from 'grammy/types';
import type { QuestionMessage } from '../domain/exchange.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import type { AnsweredQuestion } from './ports.ts';

/** A message of the group in hand, as it stands after its edits. */
interface Written {
  readonly messageId: number;
  readonly text: string;
  /** Whether the message itself came earlier, and only its edit is in hand. */
  readonly isEdit: boolean;
}

/** The one question that a group of messages makes. */
export interface GroupedQuestion {
  readonly messages: readonly QuestionMessage[];
  readonly updateOf: string | null;
  readonly replyToMessageId: number;
}

/**
 * What the messages in hand ask together; null where they ask nothing, because Telegram reported an edit that left
 * the text as it was answered (it does so for a link's preview). An edit of a message that was answered brings the
 * other messages of that question along. Where several answered questions were edited at once, which takes a
 * backlog, the newest counts as the one that was edited.
 */
export function groupMessages(
  item: ClaimedUpdate,
  answeredBy: (messageId: number) => AnsweredQuestion | null,
): GroupedQuestion | null {
  const texts = new Map<number, string>();
  let updateOf: string | null = null;
  let replyToMessageId: number | null = null;
  for (const { messageId, text, isEdit } of readGroup(item)) {
    const answered = isEdit ? answeredBy(messageId) : null;
    if (answered?.messages.some((message) => message.messageId === messageId && message.text === text))
      continue;
    for (const message of answered?.messages ?? []) {
      if (message.messageId !== null && !texts.has(message.messageId))
        texts.set(message.messageId, message.text);
    }
    texts.set(messageId, text);
    updateOf = answered?.id ?? updateOf;
    replyToMessageId = messageId;
  }
  if (replyToMessageId === null) return null;
  const messages = [...texts].map(([messageId, text]) => ({ messageId, text }));
  return { messages, updateOf, replyToMessageId };
}

/** In the order in which they were written, whatever the order of their edits. */
function readGroup({ payload, joined }: ClaimedUpdate): Written[] {
  const written = new Map<number, Written>();
  for (const json of [payload, ...joined.map((each) => each.payload)]) {
    const { message, edited_message: edited } = JSON.parse(json) as Update;
    const { message_id: messageId, text } = message ?? edited ?? {};
    if (messageId === undefined || text === undefined) continue;
    const isEdit = written.get(messageId)?.isEdit ?? message === undefined;
    written.set(messageId, { messageId, text, isEdit });
  }
  return [...written.values()].sort((a, b) => a.messageId - b.messageId);
}
