import { html, type Markup } from './markup.ts';
import { effectOf, type GatedQuestion } from './sweep.ts';

/** Charts as inline SVG: they grow with the page, take its colours and say their figures in words too. */

const WIDTH = 640;
const SERIES = 5;

export interface BarGroup {
  readonly label: string;
  /** Shares, 0..1. */
  readonly bars: readonly { readonly label: string; readonly share: number }[];
}

const LABEL_HEIGHT = 26;
const BAR_HEIGHT = 20;
const BAR_GAP = 3;
const GROUP_GAP = 12;
const BAR_LEFT = 60;
const BAR_WIDTH = WIDTH - BAR_LEFT - 80;

/** Horizontal bars in groups, each group under its name, so that long names fit a phone. */
export function drawBars(groups: readonly BarGroup[], title: string): Markup {
  const heights = groups.map(({ bars }) => LABEL_HEIGHT + bars.length * (BAR_HEIGHT + BAR_GAP) + GROUP_GAP);
  const tops = heights.map((_, at) => heights.slice(0, at).reduce((sum, height) => sum + height, 0));
  const drawn = groups.map(({ label, bars }, at) => {
    const top = tops[at] ?? 0;
    const rows = bars.map((bar, row) => {
      const y = top + LABEL_HEIGHT + row * (BAR_HEIGHT + BAR_GAP);
      const width = Number.isNaN(bar.share) ? 0 : bar.share * BAR_WIDTH;
      return html`<text class="axis" x="${BAR_LEFT - 8}" y="${y + 16}" text-anchor="end">${bar.label}</text>
<rect class="track" x="${BAR_LEFT}" y="${y}" width="${BAR_WIDTH}" height="${BAR_HEIGHT}" rx="3"/>
<rect class="s${row % SERIES}" x="${BAR_LEFT}" y="${y}" width="${fix(width)}" height="${BAR_HEIGHT}" rx="3"/>
<text class="axis" x="${BAR_LEFT + BAR_WIDTH + 8}" y="${y + 16}">${percent(bar.share)}</text>`;
    });
    return html`<text class="name" x="0" y="${top + 18}">${label}</text>${rows}`;
  });
  return svg(
    heights.reduce((sum, height) => sum + height, 0),
    title,
    drawn,
  );
}

const PLOT = { left: 76, right: 12, top: 12, bottom: 36, height: 260 };
const PLOT_WIDTH = WIDTH - PLOT.left - PLOT.right;
const PLOT_HEIGHT = PLOT.height - PLOT.top - PLOT.bottom;
const POINTS = 100;
const MARK_ROW = 24;
/** To the right of a threshold above this there is no room for its label; to the left, of one below the other. */
const NO_ROOM_RIGHT = 0.7;
const NO_ROOM_LEFT = 0.25;

export interface MarkedThreshold {
  readonly label: string;
  readonly threshold: number;
}

/** The shares of answerable kept and unanswerable refused, over the threshold. */
export function drawSweep(
  questions: readonly GatedQuestion[],
  marks: readonly MarkedThreshold[],
  title: string,
): Markup {
  const answerable = questions.filter((one) => one.answerable).length;
  const unanswerable = questions.length - answerable;
  const effects = Array.from({ length: POINTS + 1 }, (_, at) => effectOf(questions, at / POINTS));
  const kept = effects.map(({ wronglyFiltered }) => 1 - wronglyFiltered.length / answerable);
  const refused = effects.map(({ letThrough }) => 1 - letThrough.length / unanswerable);
  const rows = marks.length * MARK_ROW;
  return svg(PLOT.height + rows, title, [
    html`<g transform="translate(0 ${rows})">${frame()}<path class="line l0" d="${path(kept)}"/><path class="line l1" d="${path(refused)}"/>${drawMarks(marks)}</g>`,
  ]);
}

/** Labels stand above the plot, each in a row of its own, and no line goes through another's label. */
function drawMarks(marks: readonly MarkedThreshold[]): Markup[] {
  const isFarRight = marks.some(({ threshold }) => threshold > NO_ROOM_RIGHT);
  const sorted = [...marks].sort((a, b) => (a.threshold - b.threshold) * (isFarRight ? -1 : 1));
  return sorted.map(({ label, threshold }, at) => {
    const x = fix(toX(Math.min(threshold, 1)));
    const toLeft = isFarRight && threshold > NO_ROOM_LEFT;
    const y = PLOT.top - 8 - MARK_ROW * (sorted.length - 1 - at);
    return html`<line class="mark" x1="${x}" x2="${x}" y1="${y - 14}" y2="${PLOT.top + PLOT_HEIGHT}"/>
<text class="axis" x="${toLeft ? x - 6 : x + 6}" y="${y}" text-anchor="${toLeft ? 'end' : 'start'}">${label} ${threshold.toFixed(2)}</text>`;
  });
}

const BINS = 20;

/** How many questions of either kind have which confidence: answerable above the line, unanswerable below it. */
export function drawHistogram(questions: readonly GatedQuestion[], title: string): Markup {
  const bins = (answerable: boolean) => countBins(questions.filter((one) => one.answerable === answerable));
  const [above, below] = [bins(true), bins(false)];
  const highest = Math.max(1, ...above, ...below);
  const half = PLOT_HEIGHT / 2;
  const middle = PLOT.top + half;
  const width = PLOT_WIDTH / BINS;
  const bar = (name: string, count: number, at: number, up: boolean) => {
    const height = (count / highest) * (half - 4);
    return html`<rect class="${name}" x="${fix(PLOT.left + at * width + 1)}" y="${fix(up ? middle - height : middle)}" width="${fix(width - 2)}" height="${fix(height)}"/>`;
  };
  return svg(PLOT.height, title, [
    html`<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${middle}" y2="${middle}"/>`,
    ...above.map((count, at) => bar('s0', count, at, true)),
    ...below.map((count, at) => bar('s1', count, at, false)),
    html`<text class="axis" x="${PLOT.left - 6}" y="${PLOT.top + 10}" text-anchor="end">${highest}</text>
<text class="axis" x="${PLOT.left - 6}" y="${PLOT.top + PLOT_HEIGHT}" text-anchor="end">${highest}</text>`,
    ...thresholdAxis(),
  ]);
}

function countBins(questions: readonly GatedQuestion[]): number[] {
  const bins = new Array<number>(BINS).fill(0);
  for (const { confidence } of questions) {
    const bin = Math.min(BINS - 1, Math.floor(confidence * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

function frame(): Markup {
  const shares = [0, 0.5, 1].map((share) => {
    const y = fix(toY(share));
    return html`<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y}" y2="${y}"/>
<text class="axis" x="${PLOT.left - 6}" y="${y + 4}" text-anchor="end">${percent(share)}</text>`;
  });
  return html`${shares}${thresholdAxis()}`;
}

function thresholdAxis(): Markup[] {
  return [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      html`<text class="axis" x="${fix(toX(value))}" y="${PLOT.height - 12}" text-anchor="middle">${value}</text>`,
  );
}

function path(shares: readonly number[]): string {
  const points = shares.map((share, at) => `${fix(toX(at / POINTS))},${fix(toY(share))}`);
  return `M${points.join('L')}`;
}

function toX(value: number): number {
  return PLOT.left + value * PLOT_WIDTH;
}

function toY(share: number): number {
  return PLOT.top + (1 - share) * PLOT_HEIGHT;
}

function svg(height: number, title: string, content: readonly Markup[]): Markup {
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${content}</svg>`;
}

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`;
}

function fix(value: number): number {
  return Math.round(value * 10) / 10;
}
