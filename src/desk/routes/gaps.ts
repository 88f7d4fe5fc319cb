import {
  GAP_STATES,
  type GapPage,
  type GapQuestion,
  type GapState,
  type GapSummary,
  type TellOutcome,
  type ToldState,
} from '../../domain/gap.ts';
import { draftSection } from '../../review/gap-draft.ts';
import type { GapKeeper } from '../../review/gap-keeper.ts';
import type { Frame } from '../frame.ts';
import { gapPage } from '../gap-page.ts';
import { gapsPage } from '../gaps-page.ts';
import { noGapPage } from '../notice-pages.ts';
import type { DeskApp, DeskContext } from '../staff.ts';

/** What the pages need of the store. */
export interface GapReader {
  countWaiting(): number;
  listGaps(state: GapState, cursor: string | null, limit: number, mostWords: number): GapPage;
  countGaps(): Readonly<Record<GapState, number>>;
  findGap(id: number, mostWords: number): GapSummary | null;
  questionsOf(id: number, before: number, limit: number): GapQuestion[];
  toldStateOf(id: number): ToldState | null;
}

/** Groups of unanswered questions: read, and kept up to date. */
export interface GapParts {
  readonly reader: GapReader;
  readonly keeper: Pick<GapKeeper, 'update' | 'check' | 'tell'>;
}

export interface GapRouteParts {
  readonly gaps: GapParts;
  readonly frame: Frame;
  readonly timeZone: string;
  readonly businessName: string;
}

const PAGE_SIZE = 25;
const QUESTIONS_SIZE = 50;
/** Questions that the draft is made of. */
const DRAFTED = 20;
const WORDS_IN_LIST = 6;
const WORDS_ON_PAGE = 40;
/** How long a page waits for questions to be grouped; what is left goes on behind it. */
const PATIENCE_MS = 80;

/** The list of groups, one of them, and telling those who asked. */
export function addGapRoutes(desk: DeskApp, { gaps, frame, timeZone, businessName }: GapRouteParts): void {
  const { reader, keeper } = gaps;

  async function show(c: DeskContext, gap: GapSummary, attempt: TellOutcome | null): Promise<Response> {
    const before = readNumber(c.req.query('before'));
    const questions = reader.questionsOf(gap.id, before ?? Number.MAX_SAFE_INTEGER, QUESTIONS_SIZE + 1);
    const shown = questions.slice(0, QUESTIONS_SIZE);
    const content = gapPage({
      gap,
      questions: shown,
      nextBefore: questions.length > QUESTIONS_SIZE ? (shown.at(-1)?.seq ?? null) : null,
      isLater: before !== null,
      draft: draftSection(reader.questionsOf(gap.id, Number.MAX_SAFE_INTEGER, DRAFTED)),
      told: reader.toldStateOf(gap.id),
      attempt,
      csrfToken: c.var.csrfToken,
      timeZone,
    });
    const isRefused = attempt !== null && attempt.kind !== 'told';
    return frame.show(c, 'Gap', 'gaps', content, isRefused ? 409 : 200);
  }

  desk.get('/gaps', async (c) => {
    const state = GAP_STATES.find((each) => each === c.req.query('tab')) ?? 'open';
    const cursor = readCursor(c.req.query('cursor'));
    await Promise.race([keeper.update(), pause(PATIENCE_MS)]);
    // Another process may have re-read the policies.
    void keeper.check();
    const content = gapsPage({
      state,
      page: reader.listGaps(state, cursor, PAGE_SIZE, WORDS_IN_LIST),
      counts: reader.countGaps(),
      waiting: reader.countWaiting(),
      isLater: cursor !== null,
      timeZone,
    });
    return frame.show(c, 'Gaps', 'gaps', content);
  });

  desk.get('/gaps/:id', (c) => {
    const gap = findGap(c);
    return gap === null ? c.html(noGapPage(businessName), 404) : show(c, gap, null);
  });

  desk.post('/gaps/:id/tell', async (c) => {
    const id = readNumber(c.req.param('id'));
    const outcome: TellOutcome = id === null ? { kind: 'no_gap' } : await keeper.tell(id, c.var.staff.name);
    const gap = findGap(c);
    if (outcome.kind === 'no_gap' || gap === null) return c.html(noGapPage(businessName), 404);
    return outcome.kind === 'told' ? c.redirect(`/gaps/${gap.id}#told`, 303) : show(c, gap, outcome);
  });

  function findGap(c: DeskContext): GapSummary | null {
    const id = readNumber(c.req.param('id'));
    return id === null ? null : reader.findGap(id, WORDS_ON_PAGE);
  }
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A link that was cut short or made up leads to the first page. */
function readCursor(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,15}-\d{1,15}$/.test(text) ? text : null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
