import type { Api } from 'grammy';
import type { BotCommand, LanguageCode } from 'grammy/types';
import { CATALOGUE, type Texts } from '../conversation/catalogue/catalogue.ts';
import type { Logger } from '../log.ts';

const ADMIN_COMMANDS: readonly BotCommand[] = [
  { command: 'reindex', description: 'Re-read the policy files' },
  { command: 'status', description: 'How the desk is doing' },
];

/**
 * Sets the command menu: everybody's in each language of the catalogue, and the admins' with their own commands.
 * The menu is a comfort; where Telegram refuses it (an admin who has not written to the bot yet) the bot goes on.
 */
export async function setMenus(api: Api, adminIds: readonly number[], logger: Logger): Promise<void> {
  const menus = CATALOGUE.map((texts, position) => ({
    commands: customerCommands(texts),
    // The first language is for everybody whose own is missing.
    options: position === 0 ? {} : { language_code: texts.language as LanguageCode },
  }));
  const [everybody] = menus;
  const adminMenus = adminIds.map((id) => ({
    commands: [...(everybody?.commands ?? []), ...ADMIN_COMMANDS],
    options: { scope: { type: 'chat' as const, chat_id: id } },
  }));
  for (const { commands, options } of [...menus, ...adminMenus]) {
    try {
      await api.setMyCommands(commands, options);
    } catch (error) {
      logger.warn({ error }, 'a command menu could not be set');
    }
  }
}

function customerCommands({ commands }: Texts): BotCommand[] {
  return Object.entries(commands).map(([command, description]) => ({ command, description }));
}
