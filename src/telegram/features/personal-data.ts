import { Composer } from 'grammy';
import { type OwnData, textsFor } from '../../conversation/catalogue/catalogue.ts';
import type { PersonalData } from '../../domain/personal-data.ts';
import { paragraphBlocks, shorten } from '../format.ts';
import type { PersonalDataStore } from '../ports.ts';
import { addReply, type BotContext } from '../turn.ts';
import { FORGET_BUTTON } from '../updates.ts';

const LONGEST_QUESTION = 200;

export interface PersonalDataParts {
  readonly personalData: PersonalDataStore;
  readonly timeZone: string;
}

/** What is stored of a chat, shown and deleted: only of the private chat in which it is asked for. */
export function createPersonalData({ personalData, timeZone }: PersonalDataParts): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.command('mydata', (context) => {
    const texts = textsOf(context);
    const data = personalData.dataOf(context.chat.id);
    const own = data === null ? null : toOwnData(data, texts.language, timeZone);
    addReply(context, paragraphBlocks(texts.ownData(own)));
  });
  composer.command('forget', (context) => {
    const { confirm, button } = textsOf(context).forget;
    addReply(context, paragraphBlocks(confirm), [{ label: button, data: FORGET_BUTTON }]);
  });
  composer.callbackQuery(FORGET_BUTTON, (context) => {
    context.answerCallbackQuery().catch(() => {});
    const { chatId } = context.turn.item;
    if (chatId === null) return;
    personalData.forget(chatId);
    context.editMessageReplyMarkup().catch(() => {});
    addReply(context, paragraphBlocks(textsOf(context).forget.done));
  });
  return composer;
}

function toOwnData(data: PersonalData, language: string, timeZone: string): OwnData {
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  return {
    questions: data.questions,
    firstDay: days.format(data.firstAt),
    lastDay: days.format(data.lastAt),
    feedback: data.feedback,
    recent: data.recent.map((question) => shorten(question.replace(/\s+/gu, ' ').trim(), LONGEST_QUESTION)),
  };
}

function textsOf(context: BotContext) {
  return textsFor(context.from?.language_code ?? null);
}
