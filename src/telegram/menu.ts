import type { Api } from 'grammy';
import type { BotCommand, LanguageCode } from 'grammy/types';
import { CATALOGUE, type Texts } from '../conversation/catalogue/catalogue.ts';
import type { Logger } from '../log.ts';

const ADMIN_COMMANDS: readonly BotCommand[] = [
  { command: 'reindex', description: 'Re-read the policy files' },
  { command: 'status', description: 'How the desk is doing' },
];

/**
 * Sets the command menus in each language of the catalogue: everybody's, and a short one for groups, where the rest is
 * refused; and the admins' with their own commands.
 * The menu is a comfort; where Telegram refuses it (an admin who has not written to the bot yet) the bot goes on.
 */
export async function setMenus(api: Api, adminIds: readonly number[], logger: Logger): Promise<void> {
  const menus = CATALOGUE.map((texts, position) => ({
    commands: toCommands(texts.commands),
    options: languageOf(texts, position),
  }));
  const groupMenus = CATALOGUE.map((texts, position) => ({
    commands: toCommands(texts.groupCommands),
    options: { ...languageOf(texts, position), scope: { type: 'all_group_chats' as const } },
  }));
  const [everybody] = menus;
  const adminMenus = adminIds.map((id) => ({
    commands: [...(everybody?.commands ?? []), ...ADMIN_COMMANDS],
    options: { scope: { type: 'chat' as const, chat_id: id } },
  }));
  for (const { commands, options } of [...menus, ...groupMenus, ...adminMenus]) {
    try {
      await api.setMyCommands(commands, options);
    } catch (error) {
      logger.warn({ error }, 'a command menu could not be set');
    }
  }
}

/** The first language is for everybody whose own is missing. */
function languageOf({ language }: Texts, position: number): { language_code?: LanguageCode } {
  return position === 0 ? {} : { language_code: language as LanguageCode };
}

function toCommands(commands: Readonly<Record<string, string>>): BotCommand[] {
  return Object.entries(commands).map(([command, description]) => ({ command, description }));
}
