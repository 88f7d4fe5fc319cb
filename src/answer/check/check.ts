import type { AnswerSpan, CheckFault, Citation, FaultKind } from '../../domain/answer.ts';
import type { Hit } from '../../domain/search.ts';
import { isBareYesNo } from '../../search/yes-no.ts';
import { splitSentences } from '../sentences.ts';
import { toSentences } from './answer-sentences.ts';
import { findCited } from './citations.ts';
import { cleanSentence } from './clean-text.ts';
import { createFigureCheck, type FigureCheck } from './figures.ts';
import { findInternalName } from './internal-names.ts';
import { createPromptDetector } from './repeats-prompt.ts';

/** What an answer is checked against. */
export interface CheckMaterial {
  /** Every passage that the model was given in this exchange. */
  readonly sent: readonly Hit[];
  readonly question: string;
  readonly situation: string;
  readonly systemPrompt: string;
}

export interface CheckedAnswer {
  /** What may be shown, a span a sentence; empty where no cited sentence is left. */
  readonly spans: readonly AnswerSpan[];
  readonly faults: readonly CheckFault[];
  /** Whether the model should be asked again: it stated a figure or a link that is not there, or nothing cited is left. */
  readonly needsRetry: boolean;
}

interface Judged {
  readonly span: AnswerSpan;
  readonly faults: readonly CheckFault[];
  /** `bare`: says nothing by itself and may stay beside a cited sentence. */
  readonly verdict: 'kept' | 'question' | 'yes-no' | 'dropped';
}

/**
 * Lets through what the policies prove. A sentence stays if it cites words that were sent in this exchange and each of
 * its figures stands in them; without a citation only a question, or a bare yes or no before a cited sentence. Dropped
 * are sentences that repeat eight words of the system prompt, or that name files, ids or tools of ours. What it cannot
 * see: whether the words between the figures say what the cited text says.
 */
export function checkAnswer(spans: readonly AnswerSpan[], material: CheckMaterial): CheckedAnswer {
  const findRuns = createPromptDetector(material.systemPrompt);
  const findUnsupported = createFigureCheck(material.question, material.situation);
  const sentences = toSentences(spans).filter(({ text }) => text.trim() !== '');
  let judged = withoutRuns(
    sentences.map((sentence) => judge(sentence, material, findUnsupported)),
    findRuns,
  );
  let kept = keep(judged);
  // What was dropped may have parted the words of a run.
  for (;;) {
    const checked = withoutRuns(kept, findRuns);
    const repeated = kept.filter((_, at) => checked[at]?.verdict === 'dropped');
    if (repeated.length === 0) break;
    judged = judged.map((each) => (repeated.includes(each) ? (checked[kept.indexOf(each)] ?? each) : each));
    kept = keep(judged);
  }
  const isAnswer = kept.some(({ verdict }) => verdict === 'kept');
  const faults = judged.flatMap((each) => each.faults);
  return {
    spans: isAnswer ? kept.map(({ span }) => span) : [],
    faults,
    needsRetry: !isAnswer || faults.some(({ kind }) => kind === 'figure' || kind === 'link'),
  };
}

function keep(judged: readonly Judged[]): Judged[] {
  return judged.filter(({ verdict }, at) => {
    if (verdict === 'yes-no') return judged[at + 1]?.verdict === 'kept';
    return verdict !== 'dropped';
  });
}

/** The same with each sentence dropped that has a part in eight words of the prompt. */
function withoutRuns(judged: readonly Judged[], findRuns: ReturnType<typeof createPromptDetector>): Judged[] {
  const runs = findRuns(judged.map(({ span }) => span.text).join(''));
  let end = 0;
  return judged.map((each) => {
    const start = end;
    end += each.span.text.length;
    if (!runs.some((run) => run.start < end && run.end > start)) return each;
    const sentence = each.span.text.trim();
    return { ...each, verdict: 'dropped', faults: [{ kind: 'prompt', sentence, detail: sentence }] };
  });
}

function judge(sentence: AnswerSpan, material: CheckMaterial, findUnsupported: FigureCheck): Judged {
  const cited = sentence.citations.flatMap((citation) => {
    const hit = findCited(citation, material.sent);
    return hit === undefined ? [] : [{ citation, hit }];
  });
  const evidence = cited.map(({ citation, hit }) => evidenceOf(citation, hit)).join('\n');
  const text = cleanSentence(sentence.text, evidence);
  const span = { text, citations: cited.map(({ citation }) => citation) };
  const fault = (kind: FaultKind, detail: string): CheckFault => ({
    kind,
    sentence: sentence.text.trim(),
    detail,
  });
  const strays = sentence.citations
    .filter((citation) => !span.citations.includes(citation))
    .map((citation) => fault('citation', citation.title));
  const dropped = (...faults: readonly CheckFault[]): Judged => ({
    span,
    faults: [...strays, ...faults],
    verdict: 'dropped',
  });

  if (text.trim() === '') return dropped();
  const name = findInternalName(text, evidence, material.sent);
  if (name !== null) return dropped(fault('internal', name));
  const language = cited[0]?.hit.passage.language ?? 'und';
  const unsupported = findUnsupported(text, language, evidence);
  if (unsupported !== null) return dropped(fault(unsupported.kind, unsupported.text));
  if (cited.length > 0) return { span, faults: strays, verdict: 'kept' };
  if (isQuestion(text)) return { span, faults: strays, verdict: 'question' };
  if (isBareYesNo(text)) return { span, faults: strays, verdict: 'yes-no' };
  return dropped(fault('uncited', text.trim()));
}

function isQuestion(text: string): boolean {
  return /[?？؟՞]["'”’»)\s]*$/u.test(text);
}

/** What a citation proves: its words, the header of a table row, and the titles above the section. */
function evidenceOf({ quote }: Citation, { passage, name }: Hit): string {
  const parts = new Set(quote.split('\n'));
  const headers = splitSentences(passage.text).flatMap(({ text, header }) =>
    header !== null && parts.has(text) ? [header] : [],
  );
  return [quote, ...headers, ...passage.path, name].join('\n');
}
