import type { Citation } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { Hit, Query, TermMatch } from '../domain/search.ts';
import { formatPath, type NamedSection } from '../domain/section.ts';
import type { GroundedSentence } from '../review/grounding.ts';
import type { Pointers } from '../review/pointers.ts';
import { formatScore } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { cutPassage, passageText } from './passage-text.ts';

/** How many words have a colour of their own; further ones start over, the word stands beside each. */
const TERM_COLOURS = 6;
const BAR_WIDTH = 100;

/** What a word of the question added to a candidate; common words are added up. */
interface Contribution {
  readonly words: string;
  readonly score: number;
  readonly inTitle: boolean;
  /** What stands in the text in its place, where that is no form of the word itself. */
  readonly foundAs: string | null;
  readonly colour: number;
}

/** What a candidate is shown with besides itself. */
interface CandidateContext {
  readonly exchange: Exchange;
  readonly pointers: Pointers;
  /** The numbers of the answer's sentences that cite each candidate. */
  readonly citedIn: ReadonlyMap<Hit, readonly number[]>;
}

/** The candidates in rank order, with the cut between what was sent and what was not. */
export function candidateList(
  exchange: Exchange,
  sentences: readonly GroundedSentence[],
  pointers: Pointers,
): Html {
  const context: CandidateContext = { exchange, pointers, citedIn: citingSentences(exchange, sentences) };
  const { hits } = exchange;
  if (hits.length === 0) return html`<p class="empty-note">The search found no section.</p>`;
  const cut = hits.findIndex((hit) => !hit.sent);
  return html`<p class="legend"><mark>word of the question</mark> ${exchange.citations.length > 0 && html` <span class="quoted">cited words</span>`}</p>
<ol class="candidates">${hits.map(
    (hit, position) =>
      html`${position === cut && cut > 0 && cutLine(hits.slice(cut), exchange)}${candidate(hit, context)}`,
  )}</ol>`;
}

/** The fragment under which a candidate's answer marks point at it. */
export function candidateAnchor(hit: Pick<Hit, 'rank'>): string {
  return `hit-${hit.rank}`;
}

/** The fragment under which a candidate points back at a sentence of the answer, counted from 1. */
export function sentenceAnchor(number: number): string {
  return `sentence-${number}`;
}

function citingSentences({ hits }: Exchange, sentences: readonly GroundedSentence[]): Map<Hit, number[]> {
  return new Map(
    hits.map((hit) => [
      hit,
      sentences.flatMap(({ cited }, position) => (cited.includes(hit) ? [position + 1] : [])),
    ]),
  );
}

export function isCitationOf(hit: Hit, citation: Citation): boolean {
  return citation.sectionId === hit.passage.sectionId && citation.passageHash === hit.passage.hash;
}

function cutLine(below: readonly Hit[], { answerer }: Exchange): Html {
  const verb = answerer === null ? 'would be' : 'was';
  const exceptions = below.some((hit) => hit.sent) ? ', except where another section names it' : '';
  return html`<li class="cut"><span>cut: nothing below ${verb} sent${exceptions}</span></li>`;
}

/** What was neither sent nor cited is folded up: there when the right section turns out to be missing above. */
function candidate(hit: Hit, context: CandidateContext): Html {
  const { exchange, citedIn } = context;
  const quotes = exchange.citations
    .filter((citation) => isCitationOf(hit, citation))
    .map(({ quote }) => quote);
  const isOpen = hit.sent || quotes.length > 0;
  const head = candidateHead(hit, context);
  const body = candidateBody(hit, exchange.query, quotes);
  const citing = (citedIn.get(hit) ?? []).map(sentenceAnchor).join(' ');
  return html`<li class="candidate ${isOpen ? 'sent' : 'unsent'}" id="${candidateAnchor(hit)}" data-cited-in="${citing}">${
    isOpen
      ? html`<div class="candidate-top"><div class="candidate-head">${head}</div>${badges(hit, context)}</div>${body}`
      : html`<details><summary class="candidate-head">${head}</summary>${body}</details>${badges(hit, context)}`
  }</li>`;
}

function candidateHead(hit: Hit, { exchange }: CandidateContext): Html {
  const best = Math.max(...exchange.hits.map(({ score }) => score));
  return html`<h3>${hit.rank}. ${isolate(hit.name)}</h3> <span class="score">${scoreBar(hit, exchange.query, best)} <span class="score-value">${formatScore(hit.score)}</span></span>`;
}

/** Outside of the summary: what is pressed there opens the candidate, and links in it could not be reached. */
function badges(hit: Hit, { exchange, pointers, citedIn }: CandidateContext): Html {
  const [first, ...others] = citedIn.get(hit) ?? [];
  return html`<p class="badges">${sentBadge(hit, exchange)}${
    first !== undefined &&
    html`<a class="badge good" href="#${sentenceAnchor(first)}">cited${others.length > 0 && ` ${others.length + 1} times`}</a>`
  }${hit.namedBy !== null && html`<span class="badge info">named by <i>${isolate(nameOf(hit.namedBy, exchange.hits))}</i></span>`}${(
    pointers.get(hit) ?? []
  ).map((named) => pointerBadge(named, exchange.hits))}</p>`;
}

/** A section that no search found has nothing to lead to. */
function pointerBadge({ id, title }: NamedSection, hits: readonly Hit[]): Html {
  const found = hits.find(({ passage }) => passage.sectionId === id);
  return found === undefined
    ? html`<span class="badge warn">points to <i>${isolate(title)}</i>, not found and not sent</span>`
    : html`<a class="badge warn" href="#${candidateAnchor(found)}">points to <i>${isolate(found.name)}</i>, not sent</a>`;
}

/** Where nobody was asked, nothing was sent: the same sections are then only what would be. */
function sentBadge(hit: Hit, { answerer }: Exchange): Html {
  if (!hit.sent) return html`<span class="badge plain">not sent</span>`;
  return answerer === null
    ? html`<span class="badge plain">would be sent</span>`
    : html`<span class="badge info">sent</span>`;
}

function nameOf(section: string, hits: readonly Hit[]): string {
  return hits.find((hit) => hit.passage.sectionId === section)?.name ?? section;
}

function candidateBody(hit: Hit, query: Query, quotes: readonly string[]): Html {
  const content = new Set(query.terms.filter((term) => !term.stop).map((term) => term.term));
  const terms = new Set(hit.matched.filter(({ term }) => content.has(term)).flatMap(({ found }) => found));
  return html`<p class="origin">${origin(hit)}</p>
<div class="passage" dir="auto">${passageText(cutPassage(hit.passage, terms, quotes))}</div>
${contributionList(contributions(hit.matched, query))}`;
}

function origin({ name, passage }: Hit): Html {
  const path = formatPath(passage.path);
  const part = passage.parts > 1 && ` · part ${passage.part} of ${passage.parts}`;
  return html`<code>${isolate(passage.file)}</code>${path !== name && html` · ${isolate(path)}`}${part}`;
}

/** The score against the best one, a stretch a word. SVG, as the content policy allows no inline styles. */
function scoreBar(hit: Hit, query: Query, best: number): Html {
  const scale = best > 0 ? BAR_WIDTH / best : 0;
  let x = 0;
  const stretches = contributions(hit.matched, query).map(({ score, colour }) => {
    const width = Math.max(0, score * scale);
    const rect = html`<rect class="term-${colour}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"></rect>`;
    x += width;
    return rect;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">${stretches}</svg>`;
}

/** In the question's order, so that a word keeps its place and colour from bar to bar. */
function contributions(matched: readonly TermMatch[], query: Query): Contribution[] {
  const content = query.terms.filter((term) => term.known && !term.stop).map((term) => term.term);
  const weighty = matched
    .filter(({ term }) => content.includes(term))
    .map(({ term, word, found, by, score, inTitle }) => ({
      words: word,
      score,
      inTitle,
      foundAs: by === 'word' ? null : found.join(' '),
      colour: (content.indexOf(term) % TERM_COLOURS) + 1,
    }));
  const common = matched.filter(({ term }) => !content.includes(term));
  const rest = common.reduce((sum, { score }) => sum + score, 0);
  return rest > 0
    ? [...weighty, { words: 'common words', score: rest, inTitle: false, foundAs: null, colour: 0 }]
    : weighty;
}

function contributionList(list: readonly Contribution[]): Html {
  if (list.length === 0) return html`<p class="origin">shares no word with the question</p>`;
  return html`<ul class="terms" aria-label="What each word added to the score">${list.map(
    ({ words, score, inTitle, foundAs, colour }) =>
      html`<li><svg class="swatch" viewBox="0 0 8 8" aria-hidden="true" focusable="false"><rect class="term-${colour}" width="8" height="8"></rect></svg> ${isolate(words)}${foundAs !== null && html` <span class="muted">as ${isolate(foundAs)}</span>`} <b>${formatScore(score)}</b>${inTitle && html` <span class="muted">in the title</span>`}</li>`,
  )}</ul>`;
}
