import type { Api } from 'grammy';
import type { BotCommand, LanguageCode } from 'grammy/types';
import { CATALOGUE, type Texts } from '../conversation/catalogue/catalogue.ts';
import type { Logger } from '../log.ts';

const ADMIN_COMMANDS: readonly BotCommand[] = [
  { command: 'reindex', description: 'Re-read the policy files' },
  { command: 'status', description: 'How the desk is doing' },
];

const LOGIN_COMMAND: BotCommand = { command: 'login', description: 'A code for the desk' };

/** Who has commands of their own. */
export interface MenuStaff {
  readonly adminIds: readonly number[];
  /** The staff, admins among them, who log in to the desk; none where it is open. */
  readonly loginIds: readonly number[];
}

/**
 * Sets the command menus in each language of the catalogue: everybody's, and a short one for groups, where the rest is
 * refused; and the staff's with their own commands.
 * The menu is a comfort; where Telegram refuses it (one of them has not written to the bot yet) the bot goes on.
 */
export async function setMenus(api: Api, staff: MenuStaff, logger: Logger): Promise<void> {
  const menus = CATALOGUE.map((texts, position) => ({
    commands: toCommands(texts.commands),
    options: languageOf(texts, position),
  }));
  const groupMenus = CATALOGUE.map((texts, position) => ({
    commands: toCommands(texts.groupCommands),
    options: { ...languageOf(texts, position), scope: { type: 'all_group_chats' as const } },
  }));
  const [everybody] = menus;
  const staffMenus = [...new Set([...staff.adminIds, ...staff.loginIds])].map((id) => ({
    commands: [...(everybody?.commands ?? []), ...commandsOf(id, staff)],
    options: { scope: { type: 'chat' as const, chat_id: id } },
  }));
  for (const { commands, options } of [...menus, ...groupMenus, ...staffMenus]) {
    try {
      await api.setMyCommands(commands, options);
    } catch (error) {
      logger.warn({ error }, 'a command menu could not be set');
    }
  }
}

function commandsOf(id: number, { adminIds, loginIds }: MenuStaff): BotCommand[] {
  return [
    ...(adminIds.includes(id) ? ADMIN_COMMANDS : []),
    ...(loginIds.includes(id) ? [LOGIN_COMMAND] : []),
  ];
}

/** The first language is for everybody whose own is missing. */
function languageOf({ language }: Texts, position: number): { language_code?: LanguageCode } {
  return position === 0 ? {} : { language_code: language as LanguageCode };
}

function toCommands(commands: Readonly<Record<string, string>>): BotCommand[] {
  return Object.entries(commands).map(([command, description]) => ({ command, description }));
}
