import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';
import type { Button } from '../domain/delivery.ts';

/** The buttons as Telegram lays them out. */
export function toKeyboard(buttons: readonly Button[]): InlineKeyboardMarkup {
  const rows: InlineKeyboardButton[][] = [];
  for (const { label, data, isBeside = false } of buttons) {
    const button = { text: label, callback_data: data };
    const row = rows.at(-1);
    if (isBeside && row !== undefined) row.push(button);
    else rows.push([button]);
  }
  return { inline_keyboard: rows };
}
