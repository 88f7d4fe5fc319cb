import type { Hit } from '../domain/search.ts';
import { formatPath } from '../domain/section.ts';

/** A hit as the command line's contract gives it. */
export function toJsonHit({ rank, score, passage, name, matched, sent, namedBy }: Hit) {
  const { sectionId: id, file, title, path, part, parts } = passage;
  return { rank, score, section: { id, file, title, path, name, part, parts }, matched, sent, namedBy };
}

/** A hit as a line with why it is there. */
export function formatHit({ rank, score, passage, matched, sent, namedBy }: Hit): string {
  const part = passage.parts === 1 ? '' : ` (part ${passage.part} of ${passage.parts})`;
  const reasons = matched
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((match) => `${match.word} ${match.score.toFixed(2)}${match.inTitle ? ' (title)' : ''}`);
  return [
    `${String(rank).padStart(2)}. ${score.toFixed(2).padStart(6)}  ${sent ? 'sent' : '    '}  ${formatPath(passage.path)}${part}`,
    `              ${passage.sectionId}${namedBy === null ? '' : `, named by ${namedBy}`}${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`,
  ].join('\n');
}
