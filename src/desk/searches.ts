import type { Exchange } from '../domain/exchange.ts';
import type { SearchRecord } from '../domain/search.ts';
import { type Html, html, isolate } from './html.ts';

/** The searches that the model made itself, with the sections each brought it. */
export function searchList({ searches }: Pick<Exchange, 'searches'>): Html | null {
  const own = searches.filter(({ by }) => by === 'model');
  if (own.length === 0) return null;
  return html`<h3>The model looked again</h3><ol class="searches">${own.map(search)}</ol>`;
}

function search({ query, hits }: SearchRecord): Html {
  return html`<li><b>${isolate(query)}</b>: ${
    hits.length === 0
      ? 'nothing found'
      : hits.map(
          ({ name, sent }, at) =>
            html`${at > 0 && ', '}${isolate(name)}${!sent && html` <span class="muted">(not sent)</span>`}`,
        )
  }</li>`;
}
