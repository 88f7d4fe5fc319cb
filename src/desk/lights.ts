import type { GroundingLight, LightLevel, Lights, RetrievalLight, WordsLight } from '../review/lights.ts';
import { candidateAnchor } from './candidates.ts';
import { formatPair, formatScore, plural } from './format.ts';
import { type Html, html, isolate } from './html.ts';

/** More names than this would drown the light's own word. */
const MOST_NAMED = 8;

/** What each colour says, for those who do not see it. */
const LEVEL_WORDS: Readonly<Record<LightLevel, string>> = {
  good: 'fine',
  warn: 'look twice',
  bad: 'trouble',
  none: 'does not apply',
};

/** The three lights, each with its reason; they tell facts and leave the judging to people. */
export function lightRow({ words, retrieval, grounding }: Lights): Html {
  return html`<ul class="lights" aria-label="What can be told before judging">
${light('Words', words.level, wordsFact(words), wordsReason(words))}
${light('Retrieval', retrieval.level, retrievalFact(retrieval), retrievalReason(retrieval))}
${light('Grounding', grounding.level, groundingFact(grounding), groundingReason(grounding))}
</ul>`;
}

function light(name: string, level: LightLevel, fact: Html | string, reason: Html | string): Html {
  return html`<li class="light ${level}"><p class="light-name">${name} <span class="light-level">${LEVEL_WORDS[level]}</span></p><p class="light-fact">${fact}</p><p class="light-reason">${reason}</p></li>`;
}

function wordsFact({ total, unknown }: WordsLight): string {
  return total === 0 ? 'no content word' : `${total - unknown.length} of ${total} known to the policies`;
}

function wordsReason({ total, unknown }: WordsLight): Html | string {
  if (total === 0) return 'The question holds nothing that could be looked up.';
  if (unknown.length === 0) return 'Every word that counts stands in some policy.';
  const named = unknown.slice(0, MOST_NAMED);
  const more = unknown.length - named.length;
  return html`In no policy: ${named.map(
    (word, position) => html`${position > 0 && ', '}<bdi class="unknown">${word}</bdi>`,
  )}${more > 0 && ` and ${more} more`}`;
}

function retrievalFact({ found, confidence, threshold }: RetrievalLight): string {
  if (found === 0) return 'nothing found';
  const [value, limit] = formatPair(confidence, threshold);
  return `${confidence >= threshold ? 'strong' : 'weak'}: ${value}, threshold ${limit}`;
}

function retrievalReason({ found, level, cut }: RetrievalLight): Html | string {
  if (found === 0) {
    return level === 'none' ? 'There was nothing to look for.' : 'No section shares a word that counts.';
  }
  if (cut === null) return 'No candidate was cut off.';
  const { above, below, gap } = cut;
  const name = html`<a href="#${candidateAnchor(below)}">${below.rank}. ${isolate(below.name)}</a>`;
  return html`${name} was cut off, ${formatScore(gap)} behind rank ${above.rank}.`;
}

function groundingFact({ sentences, cited, unsourcedFigures }: GroundingLight): string {
  if (sentences === 0) return 'nothing was claimed';
  const figures = unsourcedFigures.length;
  const share = `${cited} of ${plural(sentences, 'sentence')} cited`;
  return figures === 0 ? share : `${share}, ${plural(figures, 'figure')} without source`;
}

function groundingReason(light: GroundingLight): Html | string {
  const { sentences, cited, figures, unsourcedFigures, invalid } = light;
  if (sentences === 0) return 'The reply states nothing that needs a source.';
  if (unsourcedFigures.length > 0) {
    return html`Not in the cited words: ${unsourcedFigures.map(
      (figure, position) => html`${position > 0 && ', '}<bdi class="strange">${figure}</bdi>`,
    )}`;
  }
  if (invalid.length > 0) return `${plural(invalid.length, 'citation')} to words that were not sent.`;
  if (cited < sentences) return `${plural(sentences - cited, 'sentence')} without a source.`;
  return figures === 0
    ? 'The answer states no figure.'
    : `${figures === 1 ? 'Its figure stands' : `All ${figures} figures stand`} in the cited words.`;
}
