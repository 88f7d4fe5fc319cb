import { ACCESS } from './access.ts';
import { BASE } from './base.ts';
import { EXCHANGE } from './exchange.ts';
import { FORMS } from './forms.ts';
import { LIST } from './list.ts';

/**
 * The desk's style sheet. Text keeps a contrast of 4.5 in both schemes (the browser tests measure it), and no colour
 * stands without words.
 */
export const STYLES = [BASE, LIST, FORMS, EXCHANGE, ACCESS].join('\n');
