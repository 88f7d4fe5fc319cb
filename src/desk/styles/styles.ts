import { ACCESS } from './access.ts';
import { BASE } from './base.ts';
import { EXCHANGE } from './exchange.ts';
import { FORMS } from './forms.ts';
import { GAPS } from './gaps.ts';
import { KEYS } from './keys.ts';
import { LIST } from './list.ts';
import { REPAIRS } from './repairs.ts';

/**
 * The desk's style sheet. Text keeps a contrast of 4.5 in both schemes (the browser tests measure it), and no colour
 * stands without words.
 */
export const STYLES = [BASE, LIST, FORMS, EXCHANGE, REPAIRS, GAPS, KEYS, ACCESS].join('\n');
