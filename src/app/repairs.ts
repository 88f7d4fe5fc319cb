import type { Conversation, Question } from '../conversation/conversation.ts';
import { MOST_TURNS, REMEMBERED_MS } from '../conversation/pipeline.ts';
import { recalledWords } from '../conversation/recall.ts';
import type { Done, Repairs, TypedReply } from '../desk/repairs.ts';
import type { StoredExchange } from '../domain/exchange.ts';
import { toAttemptResult } from '../domain/repair.ts';
import type { SectionId } from '../domain/section.ts';
import { PolicyError } from '../errors.ts';
import { applyAlsoAsked, previewAlsoAsked } from '../indexing/edit-policy.ts';
import type { ReindexReport } from '../indexing/reindex.ts';
import { formatReindexReport } from '../indexing/report.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { presentStaffReply } from '../telegram/present.ts';

export interface RepairParts {
  readonly store: Pick<Store, 'repairs' | 'index'>;
  readonly conversation: Pick<Conversation, 'rehearse'>;
  readonly policiesDir: string;
  readonly reindex: () => Promise<ReindexReport>;
  /** Told when a reply waits to be sent. */
  readonly onReply: () => void;
  readonly businessName: string;
  readonly logger: Logger;
}

/** What follows a verdict, wired: experiments, words for the policies, replies to the customer. */
export function createRepairs(parts: RepairParts): Repairs {
  const { store, conversation, policiesDir, businessName, logger } = parts;
  const { repairs, index } = store;
  const inTurn = createQueue();

  async function rehearse(
    exchange: StoredExchange,
    onlySection: SectionId | null,
    reviewer: string,
  ): Promise<Done> {
    if (onlySection !== null && index.firstPassage(onlySection) === undefined) {
      return refuse('This section is not in the policies any more: choose another one.');
    }
    const rehearsed = await conversation.rehearse(toQuestion(exchange), {
      offline: false,
      history: exchange.channel === 'playground' ? [] : turnsBefore(exchange),
      ...(onlySection === null ? {} : { onlySection }),
    });
    repairs.keepAttempt(exchange.id, {
      kind: onlySection === null ? 'rerun' : 'force',
      sectionId: onlySection,
      reviewer,
      result: toAttemptResult(rehearsed),
    });
    return DONE;
  }

  function turnsBefore({ id }: StoredExchange) {
    return repairs.turnsBefore(id, REMEMBERED_MS, MOST_TURNS);
  }

  async function apply(id: number, reviewer: string): Promise<Done> {
    const proposal = repairs.findProposal(id);
    if (proposal === null) return refuse('This proposal was deleted together with its exchange.');
    if (proposal.state !== 'proposed') return refuse(`This proposal was ${proposal.state} already.`);
    const edited = await applyAlsoAsked(policiesDir, proposal);
    if (!edited.ok) return edited;
    repairs.settle(id, 'applied', reviewer, await reindex());
    return DONE;
  }

  /** The file is changed by then, so that nothing that goes wrong here undoes the proposal. */
  async function reindex(): Promise<string> {
    try {
      return formatReindexReport(await parts.reindex());
    } catch (error) {
      logger.error({ error }, 'the policies could not be indexed after an edit');
      const reason = error instanceof PolicyError ? error.message : 'The log says why.';
      return `The file was changed, but the policies could not be indexed. ${reason}`;
    }
  }

  function reply({ id, language }: StoredExchange, typed: TypedReply): Done {
    const place = repairs.placeOf(id);
    if (place.kind === 'none') return refuse('This question came from no Telegram chat that is known.');
    if (place.kind === 'unreachable') {
      return refuse(`Telegram delivers nothing to this chat at the moment (${place.reason}).`);
    }
    const { kind: _, ...chat } = place;
    const messages = presentStaffReply(typed.text, { language, business: businessName }, chat);
    if (messages.length === 0) return refuse('Please write a reply first.');
    if (repairs.sendReply(id, typed, messages)) parts.onReply();
    return DONE;
  }

  return {
    verdictOf: repairs.verdictOf,
    attemptsOf: repairs.attemptsOf,
    proposalsOf: repairs.proposalsOf,
    repliesOf: repairs.repliesOf,
    placeOf: repairs.placeOf,
    sections: () => index.current()?.sections ?? [],
    rehearse,
    preview: (edit) => previewAlsoAsked(policiesDir, edit),
    async propose(exchangeId, edit, reviewer) {
      const preview = await previewAlsoAsked(policiesDir, edit);
      if (!preview.ok) return preview;
      repairs.propose(exchangeId, edit, reviewer);
      return DONE;
    },
    findProposal: repairs.findProposal,
    // One after the other: an edit starts from the file that the one before it left.
    apply: (id, reviewer) => inTurn(() => apply(id, reviewer)),
    dismiss: (id, reviewer) => void repairs.settle(id, 'dismissed', reviewer),
    reply,
  };
}

const DONE: Done = { ok: true };

function refuse(reason: string): Done {
  return { ok: false, reason };
}

/** The question as it was asked, with the words of earlier turns that were searched for besides. */
function toQuestion({
  question,
  messages,
  updateOf,
  channel,
  customer,
  language,
  query,
}: StoredExchange): Question {
  return {
    text: question,
    messages,
    updateOf,
    channel,
    customer,
    languageCode: language,
    // Not null: then the turns would be searched for such words anew.
    lastTurn: recalledWords(query) ?? '',
  };
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
