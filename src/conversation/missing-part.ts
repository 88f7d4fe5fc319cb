import { contentTerms } from '../search/analyser.ts';
import { detectLanguage } from '../search/detect-language.ts';

const PART_END = /(?<=[?？!.;\n])\s*/u;
const LONGEST_PART = 200;

/**
 * The customer's own words for what could not be answered: the part of the question that shares most content words
 * with what the answerer says is missing. The answerer's words themselves are never shown. Null where no part shares
 * any, or where the question has but one part.
 */
export function missingPart(question: string, about: string): string | null {
  const language = detectLanguage(question);
  const wanted = contentTerms(about, language);
  const parts = question.split(PART_END).filter((part) => part.trim() !== '');
  if (parts.length < 2) return null;
  const scored = parts.map((part) => {
    const shared = [...contentTerms(part, language)].filter((term) => wanted.has(term));
    return { part: part.trim(), shared: shared.length };
  });
  const best = scored.reduce((most, next) => (next.shared > most.shared ? next : most));
  return best.shared === 0 || best.part.length > LONGEST_PART ? null : best.part;
}
