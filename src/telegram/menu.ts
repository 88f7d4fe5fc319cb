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
 * Sets the command menu: everybody's in each language of the catalogue, and the staff's with their own commands.
 * The menu is a comfort; where Telegram refuses it (one of them has not written to the bot yet) the bot goes on.
 */
export async function setMenus(api: Api, staff: MenuStaff, logger: Logger): Promise<void> {
  const menus = CATALOGUE.map((texts, position) => ({
    commands: customerCommands(texts),
    // The first language is for everybody whose own is missing.
    options: position === 0 ? {} : { language_code: texts.language as LanguageCode },
  }));
  const [everybody] = menus;
  const staffMenus = [...new Set([...staff.adminIds, ...staff.loginIds])].map((id) => ({
    commands: [...(everybody?.commands ?? []), ...commandsOf(id, staff)],
    options: { scope: { type: 'chat' as const, chat_id: id } },
  }));
  for (const { commands, options } of [...menus, ...staffMenus]) {
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

function customerCommands({ commands }: Texts): BotCommand[] {
  return Object.entries(commands).map(([command, description]) => ({ command, description }));
}
