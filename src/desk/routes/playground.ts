import type { Exchange } from '../../domain/exchange.ts';
import { readField } from '../forms.ts';
import type { Frame } from '../frame.ts';
import { playgroundPage, readQuestion } from '../playground-page.ts';
import type { DeskApp, DeskContext } from '../staff.ts';

export interface PlaygroundParts {
  /** Asks on the channel `playground`; the exchange it returns is recorded. */
  readonly ask: (question: string) => Promise<Exchange>;
  readonly frame: Frame;
}

/** Asking as a customer would. */
export function addPlaygroundRoutes(desk: DeskApp, { ask, frame }: PlaygroundParts): void {
  function show(c: DeskContext, typed: string, fault: string | null): Promise<Response> {
    const content = playgroundPage(c.var.csrfToken, typed, fault);
    return frame.show(c, 'Playground', 'playground', content, fault === null ? 200 : 422);
  }

  desk.get('/playground', (c) => show(c, '', null));

  desk.post('/playground', async (c) => {
    const reading = readQuestion(await readField(c, 'question'));
    if (!reading.ok) return show(c, reading.typed, reading.fault);
    const exchange = await ask(reading.question);
    return c.redirect(`/exchanges/${encodeURIComponent(exchange.id)}`, 303);
  });
}
