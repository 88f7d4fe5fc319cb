import { html } from 'hono/html';

export { html };

/** Markup in which every value was escaped by the `html` tag. Nothing in the desk uses `raw`. */
export type Html = ReturnType<typeof html>;

/**
 * A foreign text inside a line of ours. Isolated, so that right-to-left words or an override character in it cannot
 * reorder what stands beside it.
 */
export function isolate(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}
