import type { System } from '../system.ts';
import { flexSearch } from './flexsearch.ts';
import { fts5, fts5Stemmed } from './fts5.ts';
import { lunrSearch } from './lunr.ts';
import { miniSearch } from './minisearch.ts';
import { orama } from './orama.ts';
import { idfOverlap, tfIdf } from './seeds.ts';
import { wink } from './wink.ts';

/** Everything Citedesk is compared with, each in the best configuration its own documentation leads to. */
export const PEERS: readonly System[] = [
  idfOverlap,
  tfIdf,
  fts5,
  fts5Stemmed,
  miniSearch,
  lunrSearch,
  orama,
  flexSearch,
  wink,
];
