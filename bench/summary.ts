import { mean } from '../src/evaluation/metrics.ts';
import type { Figures, SetReport } from './measure.ts';
import type { SeedCheck } from './seed-checks.ts';
import { formatMs, formatShare, formatSigned, formatTable } from './table.ts';

export interface Summary {
  readonly means: readonly SystemMean[];
  /** Sets where a peer's interval lies wholly above ours. */
  readonly behind: readonly { readonly set: string; readonly peer: string; readonly lead: Figures['lead'] }[];
  /** Sets where a peer's recall@3 is higher at all. */
  readonly led: readonly { readonly set: string; readonly peer: string; readonly points: number }[];
  readonly seedChecks: readonly SeedCheck[];
}

/** A system's recall@3, each set or language counting once. */
export interface SystemMean {
  readonly name: string;
  readonly all: number;
  /** Of the public sets alone, as promised; NaN (null in JSON) where none was run. */
  readonly public: number;
}

/** Left out of the public mean: the seeds' documents are too small, and the last asks cnil_fr's questions again. */
const NOT_PUBLIC = new Set(['moc', 'bookstore', 'refund', 'cnil_fr_unanswerable']);

export function summarise(reports: readonly SetReport[], seedChecks: readonly SeedCheck[]): Summary {
  const blocks = reports.flatMap((report) => report.languages ?? [report]);
  const open = blocks.filter(({ set }) => !NOT_PUBLIC.has(set));
  const names = blocks[0]?.systems.map(({ name }) => name) ?? [];
  const rivals = blocks.flatMap(({ set, systems }) => systems.map((system) => ({ set, ...system })));
  return {
    means: names
      .map((name) => ({ name, all: meanRecall(blocks, name), public: meanRecall(open, name) }))
      .sort((a, b) => b.all - a.all),
    behind: rivals.flatMap(({ set, name, lead }) =>
      lead !== undefined && lead.high < 0 ? [{ set, peer: name, lead }] : [],
    ),
    led: rivals.flatMap(({ set, name, lead }) =>
      lead !== undefined && lead.estimate < 0 ? [{ set, peer: name, points: -lead.estimate }] : [],
    ),
    seedChecks,
  };
}

/** A set as a block of the terminal's table. */
export function describeSet({ set, questions, systems }: SetReport): string {
  const header = ['', 'R@1', 'R@3', 'R@5', 'MRR', 'nDCG@10', 'build ms', 'p50 ms', 'citedesk leads R@3 by'];
  const rows = systems.map(({ name, recall, mrr, ndcg, buildMs, p50Ms, lead }) => [
    name,
    ...[recall['1'], recall['3'], recall['5'], mrr, ndcg].map(formatShare),
    formatMs(buildMs),
    formatMs(p50Ms),
    lead === undefined ? '' : describeLead(lead),
  ]);
  return `${set}: ${questions} questions\n${formatTable(header, rows)}\n`;
}

export function describeSummary({ means, behind, led, seedChecks }: Summary): string {
  const rows = means.map(({ name, all, public: open }) => [name, formatShare(all), formatShare(open)]);
  return [
    `Mean recall@3, every set and language once\n${formatTable(['', 'all', 'public'], rows)}`,
    heading(
      'A peer is surely ahead (95 % interval wholly below zero)',
      behind.map(({ set, peer, lead }) => `${set}: ${peer} ${lead === undefined ? '' : describeLead(lead)}`),
    ),
    heading('A peer leads', perSet(led)),
    ...(seedChecks.length === 0 ? [] : [heading("The seeds' documents", seedChecks.map(describeCheck))]),
  ].join('\n\n');
}

function meanRecall(blocks: readonly SetReport[], name: string): number {
  return mean(
    blocks.flatMap(({ systems }) =>
      systems.filter((system) => system.name === name).map(({ recall }) => recall['3']),
    ),
  );
}

function describeLead({ estimate, low, high }: NonNullable<Figures['lead']>): string {
  return `${formatSigned(estimate)} [${formatSigned(low)}, ${formatSigned(high)}]`;
}

function perSet(led: Summary['led']): string[] {
  return [...new Set(led.map(({ set }) => set))].map((set) => {
    const peers = led.filter((entry) => entry.set === set).sort((a, b) => b.points - a.points);
    return `${set}: ${peers.map(({ peer, points }) => `${peer} ${formatSigned(points)}`).join(', ')}`;
  });
}

function describeCheck({ text, holds, failing }: SeedCheck): string {
  return `${holds ? 'yes' : 'NO '} ${text}${failing.length === 0 ? '' : ` (not: ${failing.join(', ')})`}`;
}

function heading(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...(lines.length === 0 ? ['none'] : lines).map((line) => `  ${line}`)].join('\n');
}
