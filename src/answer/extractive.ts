import type { AnswerSpan } from '../domain/answer.ts';
import type { Hit, Query } from '../domain/search.ts';
import { contentTerms } from '../search/analyser.ts';
import type { Answerer } from './answerer.ts';
import { type FigureKind, figureAskedFor, holdsFigure } from './figures.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/** The share of the question, by weight, that the leading sentence must cover; below it we say we do not know. */
const LEAST_COVERAGE = 0.4;
/** What a further sentence must add to be worth reading. */
const LEAST_GAIN = 0.15;
const MOST_SENTENCES = 3;
/** A word that only the section's title holds is half as good as one in the sentence itself. */
const TITLE_SHARE = 0.5;

/** A sentence with the words of the question that it covers. */
interface Candidate {
  readonly hit: Hit;
  readonly sentence: Sentence;
  readonly terms: ReadonlySet<string>;
  /** 0..1, of the question's weight. */
  readonly coverage: number;
}

/**
 * Answers without a model: the sentences that best cover the question, word for word. A question for a figure takes
 * a sentence that holds one; where the leading sentence points to another section, that is looked into first.
 * Refuses where no sentence covers enough of the question.
 */
export const extractiveAnswerer: Answerer = {
  name: 'extractive',
  async answer({ question, query, sent }) {
    const chosen = chooseSentences(question, query, sent);
    return {
      answer: chosen.length === 0 ? { kind: 'refusal' } : { kind: 'grounded', spans: chosen.map(toSpan) },
      model: null,
      usage: null,
      costUsd: null,
    };
  },
};

function chooseSentences(question: string, query: Query, sent: readonly Hit[]): Candidate[] {
  const candidates = sent.flatMap((hit) => toCandidates(hit, query));
  const lead = best(candidates);
  if (lead === undefined || lead.coverage < LEAST_COVERAGE) return [];
  const kind = figureAskedFor(question);
  return kind === null ? addGains(lead, candidates, query) : addFigure(lead, candidates, kind);
}

function toCandidates(hit: Hit, query: Query): Candidate[] {
  const titleTerms = contentTerms(hit.passage.title);
  const content = query.terms.filter((term) => !term.stop);
  const total = content.reduce((sum, term) => sum + term.weight, 0);
  return splitSentences(hit.passage.text).map((sentence) => {
    const terms = contentTerms(sentence.text);
    const covered = content.reduce((sum, { term, weight }) => {
      if (terms.has(term)) return sum + weight;
      return titleTerms.has(term) ? sum + weight * TITLE_SHARE : sum;
    }, 0);
    return { hit, sentence, terms, coverage: total === 0 ? 0 : covered / total };
  });
}

/** The first of the best: candidates come in the order of the ranking. */
function best(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (winner, candidate) =>
      winner === undefined || candidate.coverage > winner.coverage ? candidate : winner,
    undefined,
  );
}

function addFigure(lead: Candidate, candidates: readonly Candidate[], kind: FigureKind): Candidate[] {
  if (holdsFigure(lead.sentence.text, kind)) return [lead];
  const withFigure = candidates.filter((candidate) => holdsFigure(candidate.sentence.text, kind));
  const pointedTo = best(withFigure.filter((candidate) => pointsTo(lead, candidate)));
  if (pointedTo !== undefined) return [lead, pointedTo];
  const own = best(withFigure);
  return own === undefined || own.coverage < LEAST_COVERAGE ? [] : [own];
}

/** Adds the section that the lead points to, then whatever covers words of the question that are still open. */
function addGains(lead: Candidate, candidates: readonly Candidate[], query: Query): Candidate[] {
  const chosen = [lead];
  const pointedTo = best(candidates.filter((candidate) => pointsTo(lead, candidate)));
  if (pointedTo !== undefined) chosen.push(pointedTo);
  while (chosen.length < MOST_SENTENCES) {
    const next = bestGain(chosen, candidates, query);
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

function bestGain(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  query: Query,
): Candidate | undefined {
  const content = query.terms.filter((term) => !term.stop);
  const total = content.reduce((sum, term) => sum + term.weight, 0);
  const open = content.filter(({ term }) => !chosen.some((candidate) => candidate.terms.has(term)));
  const gains = candidates
    .filter((candidate) => !chosen.includes(candidate))
    .map((candidate) => ({
      ...candidate,
      coverage:
        open.reduce((sum, { term, weight }) => sum + (candidate.terms.has(term) ? weight : 0), 0) / total,
    }));
  const winner = best(gains);
  if (winner === undefined || winner.coverage < LEAST_GAIN) return undefined;
  return candidates.find((candidate) => candidate.sentence === winner.sentence);
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
