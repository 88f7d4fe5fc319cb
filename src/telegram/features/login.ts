import { Composer } from 'grammy';
import { escapeHtml } from '../../domain/escape-html.ts';
import { CODE_MINUTES } from '../../review/access.ts';
import { type Formatted, packBlocks, plainBlock, shorten } from '../format.ts';
import { type BotContext, toMessages } from '../turn.ts';

/** The part of access that the bot has. */
export interface StaffLogin {
  /** Those who have the command. */
  readonly ids: readonly number[];
  issueCode(staffId: number, name: string): string;
  /** Where the code is to be typed in. */
  readonly address: string;
}

export interface LoginParts {
  /** Null where the desk is open and nobody logs in. */
  readonly login: StaffLogin | null;
}

const LONGEST_NAME = 100;

/** Gives the staff a code for the desk, in their own chat; for everybody else the command does not exist. */
export function createLogin({ login }: LoginParts): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  if (login === null) return composer;
  const forStaff = composer.filter(({ from }) => login.ids.includes(from?.id ?? 0));

  forStaff.command('login', ({ from, chat, turn }) => {
    if (from === undefined) return;
    const name = shorten([from.first_name, from.last_name].join(' ').trim() || String(from.id), LONGEST_NAME);
    const blocks = describeCode(login.issueCode(from.id, name), login.address);
    const place = { chatId: chat.id, replyToMessageId: null, isSecret: true } as const;
    turn.messages.push(...toMessages(packBlocks(blocks), place, []));
  });
  return composer;
}

function describeCode(code: string, address: string): Formatted[] {
  return [
    {
      html: `Your code for the desk: <code>${escapeHtml(code)}</code>`,
      plain: `Your code for the desk: ${code}`,
    },
    plainBlock(
      `Type it in at ${address} within ${CODE_MINUTES} minutes. It works once, and a new /login replaces it.`,
    ),
    plainBlock('Give it to nobody: whoever has it reads what your customers write.'),
  ];
}
