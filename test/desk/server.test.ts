import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { startDesk } from '../../src/desk/desk.ts';
import { DeskError } from '../../src/errors.ts';
import { type Bench, csrfOf, openBench } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

describe('startDesk', () => {
  it('listens on a free port, tells which, and ends what is open', { timeout: 10_000 }, async () => {
    bench = await openBench();
    const running = await startDesk(bench.desk, { host: '127.0.0.1', port: 0 });
    const { port } = new URL(running.url);
    assert.equal((await fetch(`${running.url}/exchanges`)).status, 200);

    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    const ended = once(idle, 'close');
    idle.on('error', () => undefined);
    await running.close();
    await ended;
    await running.close();
    await assert.rejects(fetch(`${running.url}/exchanges`));
  });

  it('round-trips a form over the wire, and refuses foreign hosts', async () => {
    bench = await openBench();
    const running = await startDesk(bench.desk, { host: '127.0.0.1', port: 0 });
    try {
      const body = new URLSearchParams({ csrf: await csrfOf(bench.desk), question: 'When do you open?' });
      const post = (origin: string) =>
        fetch(`${running.url}/playground`, {
          method: 'POST',
          body,
          headers: { Origin: origin },
          redirect: 'manual',
        });
      assert.equal((await post(running.url)).status, 303);
      assert.equal((await post('https://evil.example')).status, 403);
      assert.match(await rawStatus(running.url, 'evil.example'), /^HTTP\/1\.1 421 /);
    } finally {
      await running.close();
    }
  });

  it('says in one sentence what to do where the port is in use', async () => {
    bench = await openBench();
    const running = await startDesk(bench.desk, { host: '127.0.0.1', port: 0 });
    const port = Number(new URL(running.url).port);
    try {
      await assert.rejects(startDesk(bench.desk, { host: '127.0.0.1', port }), {
        name: 'DeskError',
        message: `The desk cannot listen on 127.0.0.1:${port}: the port is in use; set DESK_PORT to another one.`,
      });
    } finally {
      await running.close();
    }
  });

  it('says so where the address is not ours', async () => {
    bench = await openBench();
    await assert.rejects(
      startDesk(bench.desk, { host: '192.0.2.1', port: 3000 }),
      (error: unknown) =>
        error instanceof DeskError &&
        error.message ===
          'The desk cannot listen on 192.0.2.1:3000: this computer has no such address; set DESK_HOST to 127.0.0.1.',
    );
  });
});

/** `fetch` does not let a `Host` be chosen, a socket does. */
async function rawStatus(url: string, host: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET /exchanges HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString().split('\r\n')[0] ?? '';
}
