import type { AnswerSpan, Missing } from '../domain/answer.ts';
import type { Hit, Query, QueryTerm } from '../domain/search.ts';
import { contentTerms } from '../search/analyser.ts';
import { holdsWord } from '../search/scan.ts';
import type { Answerer } from './answerer.ts';
import { type FigureWishKind, figureAskedFor, holdsFigure } from './figures.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/** The share of the question, by weight, that a leading sentence must cover; below it we say we do not know. */
const LEAST_COVERAGE = 0.25;
/** What a further sentence must add to be worth reading. */
const LEAST_GAIN = 0.2;
/** What it must cover of the whole question, so that one stray word brings no strange sentence. */
const LEAST_OWN_COVERAGE = 0.25;
const MOST_SENTENCES = 3;
/** A word that only the section's title holds is worth less than one in the sentence itself. */
const TITLE_SHARE = 0.6;

const QUESTION_END = /(?<=[?？])/u;
const MOST_QUESTIONS = 4;
/**
 * Of one question among several: the share of its content words, by weight, that the policies must know. "Do you sell
 * boats?" shares but "sell" with them; the confidence, which tells so of a whole message, is blind to its parts.
 */
const LEAST_KNOWN = 0.6;
const STARTS_WITH_DIGIT = /^\p{N}/u;

/** A sentence that may be quoted. */
interface Candidate {
  readonly hit: Hit;
  readonly sentence: Sentence;
  readonly terms: ReadonlySet<string>;
  readonly titleTerms: ReadonlySet<string>;
}

/** The content words of a question, or of a part of it. */
interface Need {
  readonly terms: readonly QueryTerm[];
  readonly weight: number;
}

/**
 * Answers without a model: the sentences that best cover the question, word for word. A question for a figure takes
 * a sentence that holds one; where the leading sentence points to another section, that is looked into first.
 * Refuses where no sentence covers enough of the question.
 */
export const extractiveAnswerer: Answerer = {
  name: 'extractive',
  async answer({ question, query, sent }) {
    const { chosen, open } = chooseSentences(question, query, sent.flatMap(toCandidates));
    const missing: Missing | null =
      chosen.length > 0 && open.length > 0 ? { kind: 'not_in_policies', about: open.join(' ') } : null;
    return {
      answer:
        chosen.length === 0
          ? { kind: 'refusal', missing: null }
          : { kind: 'grounded', spans: chosen.map(toSpan), missing },
      searches: [],
      drafts: [],
      isCutDown: false,
      model: null,
      usage: null,
      costUsd: null,
    };
  },
};

/** Each question of the message by itself, where it asks several; `open` are those that no sentence answers. */
function chooseSentences(
  question: string,
  query: Query,
  candidates: readonly Candidate[],
): { chosen: Candidate[]; open: string[] } {
  const parts = question.split(QUESTION_END).filter((part) => part.trim() !== '');
  if (parts.length < 2) return { chosen: chooseForOne(question, query, candidates), open: [] };
  const answers = parts.slice(0, MOST_QUESTIONS).map((part) => {
    const terms = query.terms.filter(({ word, recalled }) => !recalled && holdsWord(part, word));
    const chosen = knownShare(terms) < LEAST_KNOWN ? [] : chooseForOne(part, { terms }, candidates);
    // "Thanks!" or "I live in district 2." asks nothing that could stay open.
    const isOpen = chosen.length === 0 && QUESTION_END.test(part) && terms.some(({ stop }) => !stop);
    return { part: part.trim(), chosen, isOpen };
  });
  return {
    chosen: [...new Set(answers.flatMap(({ chosen }) => chosen))],
    open: answers.filter(({ isOpen }) => isOpen).map(({ part }) => part),
  };
}

/** 0..1, by weight; 1 for a part without a content word. */
function knownShare(terms: readonly QueryTerm[]): number {
  const content = terms.filter(({ stop }) => !stop);
  const weigh = (some: readonly QueryTerm[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  return content.length === 0 ? 1 : weigh(content.filter(({ known }) => known)) / weigh(content);
}

function chooseForOne(question: string, query: Query, candidates: readonly Candidate[]): Candidate[] {
  const wish = figureAskedFor(question);
  if (wish === null) return chooseCovering(needOf(query), candidates);
  return chooseFigure(wish.kind, needOf(query, wish.rest), needOf(query, wish.of), candidates);
}

function toCandidates(hit: Hit): Candidate[] {
  const { title, language } = hit.passage;
  const titleTerms = contentTerms(title, language);
  return splitSentences(hit.passage.text).map((sentence) => ({
    hit,
    sentence,
    terms: contentTerms(sentence.text, language),
    titleTerms,
  }));
}

/** The content words of the whole question, or of those in `part` of it, and those recalled of the turn before. */
function needOf(query: Query, part?: string): Need {
  const worded = query.terms.filter(({ stop }) => !stop);
  // "fee for 3 km?": the customer's own figures are no reason to quote "three working days".
  const named = worded.filter(({ term }) => !STARTS_WITH_DIGIT.test(term));
  const content = named.length > 0 ? named : worded;
  // What the turn before adds counts at its reduced weight: "do they expire?" needs to know what they are.
  const terms = content.filter(
    ({ word, recalled }) => recalled || part === undefined || holdsWord(part, word),
  );
  return { terms, weight: terms.reduce((sum, { weight }) => sum + weight, 0) };
}

/** 0..1: the share of what is needed that the sentence, or less so its section's title, holds. */
function coverage(need: Need, { terms, titleTerms }: Candidate): number {
  if (need.weight === 0) return 0;
  const covered = need.terms.reduce(
    (sum, term) =>
      sum + term.weight * Math.max(shareIn(terms, term), shareIn(titleTerms, term) * TITLE_SHARE),
    0,
  );
  return covered / need.weight;
}

/** 0..1: how well these terms hold a word of the question, in the best of its forms. */
function shareIn(terms: ReadonlySet<string>, { forms }: QueryTerm): number {
  const found = forms.filter((form) =>
    (form.exact === null ? form.terms : [form.exact]).every((term) => terms.has(term)),
  );
  return Math.max(0, ...found.map((form) => form.share));
}

/** The best-covering candidate; of equals the first, since they come in the order of the ranking. */
function best(need: Need, candidates: readonly Candidate[], least = 0): Candidate | undefined {
  let winner: Candidate | undefined;
  let most = least;
  for (const candidate of candidates) {
    const covered = coverage(need, candidate);
    if (covered > most || (winner === undefined && covered >= most)) {
      winner = candidate;
      most = covered;
    }
  }
  return winner;
}

/**
 * The leading sentence if it holds the figure; else, with it, the figure of a section that it points to; else the
 * sentence with a figure that best covers the part of the question that asks for it.
 */
function chooseFigure(
  kind: FigureWishKind,
  whole: Need,
  part: Need,
  candidates: readonly Candidate[],
): Candidate[] {
  const withFigure = candidates.filter(({ hit, sentence }) =>
    holdsFigure(sentence.text, kind, hit.passage.language),
  );
  // A figure about something else in the question ("two minutes" for a payment) is worse than none.
  const toThePoint =
    part.terms.length === 0 ? withFigure : withFigure.filter((candidate) => coverage(part, candidate) > 0);
  const lead = best(whole, candidates, LEAST_COVERAGE);
  if (lead !== undefined) {
    if (toThePoint.includes(lead)) return [lead];
    const pointedTo = best(
      whole,
      withFigure.filter((candidate) => pointsTo(lead, candidate)),
    );
    if (pointedTo !== undefined) return [lead, pointedTo];
  }
  const own = best(part, toThePoint, LEAST_COVERAGE) ?? best(whole, toThePoint, LEAST_COVERAGE);
  return own === undefined ? [] : [own];
}

/** The leading sentence, the section that it points to, and what covers the words that are still open. */
function chooseCovering(need: Need, candidates: readonly Candidate[]): Candidate[] {
  const lead = best(need, candidates, LEAST_COVERAGE);
  if (lead === undefined) return [];
  const pointedTo = best(
    need,
    candidates.filter((candidate) => pointsTo(lead, candidate)),
  );
  const chosen = pointedTo === undefined ? [lead] : [lead, pointedTo];
  while (chosen.length < MOST_SENTENCES) {
    const next = bestGain(need, chosen, candidates);
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

function bestGain(
  need: Need,
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
): Candidate | undefined {
  const isHeld = (term: QueryTerm) =>
    chosen.some(({ terms, titleTerms }) => shareIn(terms, term) > 0 || shareIn(titleTerms, term) > 0);
  const open = need.terms.filter((term) => !isHeld(term));
  const rest = candidates.filter(
    (candidate) => !chosen.includes(candidate) && coverage(need, candidate) >= LEAST_OWN_COVERAGE,
  );
  const gain = { terms: open, weight: need.weight };
  return best(gain, rest, LEAST_GAIN);
}

function pointsTo(from: Candidate, to: Candidate): boolean {
  const target = to.hit.passage;
  if (target.sectionId === from.hit.passage.sectionId) return false;
  return from.sentence.text.includes(target.title) || to.hit.namedBy === from.hit.passage.sectionId;
}

function toSpan({ hit, sentence }: Candidate, position: number): AnswerSpan {
  const quoted = sentence.header === null ? sentence.text : `${sentence.header}\n${sentence.text}`;
  return {
    text: position === 0 ? quoted : `\n${quoted}`,
    citations: [
      {
        sectionId: hit.passage.sectionId,
        title: hit.name,
        passageHash: hit.passage.hash,
        quote: sentence.text,
      },
    ],
  };
}
