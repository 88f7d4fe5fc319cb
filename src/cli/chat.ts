import { createInterface } from 'node:readline';
import type { App } from '../app.ts';

/** A conversation on the terminal: a question a line, until the input ends or says so. */
export async function chat(app: Pick<App, 'conversation' | 'localCustomer'>): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
  console.log('Type a question and press Enter; an empty line or Ctrl-D ends the chat.');
  terminal.prompt();
  for await (const line of terminal) {
    const text = line.trim();
    if (text === '') break;
    const exchange = await app.conversation.ask({
      text,
      channel: 'terminal',
      customer: app.localCustomer('terminal'),
      languageCode: null,
    });
    console.log(`\n${exchange.text}\n`);
    terminal.prompt();
  }
  terminal.close();
}
