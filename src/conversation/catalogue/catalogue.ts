import { english } from './en.ts';
import type { Texts } from './texts.ts';
import { vietnamese } from './vi.ts';

export type { OwnData, Texts } from './texts.ts';

/** All languages that customers can be addressed in; the first serves everybody else. */
export const CATALOGUE: readonly Texts[] = [english, vietnamese];

/** Letters that Vietnamese alone uses, whatever language the customer's phone is set to. */
const VIETNAMESE_LETTER = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/i;

/** The texts for a Telegram client's language (`vi`, `pt-br`, none). */
export function textsFor(languageCode: string | null): Texts {
  const language = languageCode?.toLowerCase().split('-')[0];
  return CATALOGUE.find((texts) => texts.language === language) ?? english;
}

/** The texts to reply with to a question: its own language where it shows, else the client's. */
export function textsForQuestion(question: string, languageCode: string | null): Texts {
  return VIETNAMESE_LETTER.test(question.normalize('NFC')) ? vietnamese : textsFor(languageCode);
}
