import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { startFakeTelegram } from '../fakes/telegram.ts';
import { createFolder } from '../support/folder.ts';
import { runCommand, runToExit, startProgram } from '../support/program.ts';

const POLICY = { 'policies/shop.md': '# Refunds\n\nRefunds take four working days.\n' };

function folderFor(t: TestContext, files: Readonly<Record<string, string>> = POLICY): string {
  const folder = createFolder(files);
  t.after(folder.remove);
  return folder.path;
}

describe('starting', () => {
  it('serves the desk without a token, says so, and answers there without a key', async (t) => {
    const program = await startProgram(folderFor(t), {});
    t.after(() => program.stop('SIGKILL'));
    assert.match(
      program.output(),
      /^Read 1 section from the policies\.\nCitedesk is running\. Desk: http:\/\/127\.0\.0\.1:\d+\n/,
    );
    const form = await (await fetch(`${program.deskUrl}/playground`)).text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const answer = await fetch(`${program.deskUrl}/playground`, {
      method: 'POST',
      headers: { origin: program.deskUrl, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ csrf, question: 'How long do refunds take?' }),
    });
    assert.match(await answer.text(), /Refunds take four working days\./);
    assert.match(program.output(), /No TELEGRAM_BOT_TOKEN is set/);
    assert.equal(await program.stop('SIGTERM'), 0);
  });

  it('waits for a Telegram that cannot be reached, and serves meanwhile', async (t) => {
    const program = await startProgram(folderFor(t), {
      TELEGRAM_BOT_TOKEN: '123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
    });
    t.after(() => program.stop('SIGKILL'));
    assert.equal((await fetch(`${program.deskUrl}/exchanges`)).status, 200);
    assert.equal(await program.stop('SIGTERM'), 0);
    assert.doesNotMatch(program.output(), /123456:AAAA/);
  });

  it('starts without any policy, and says each time that it has none', async (t) => {
    const folder = folderFor(t, { 'policies/.keep': '' });
    for (let starts = 0; starts < 2; starts += 1) {
      const program = await startProgram(folder, {});
      t.after(() => program.stop('SIGKILL'));
      assert.match(program.output(), /^No question can be answered: there is no policy in \S+policies\.$/m);
      assert.equal((await fetch(`${program.deskUrl}/exchanges`)).status, 200);
      await program.stop('SIGTERM');
    }
  });

  it('runs one bot a database: a second ends in one line, the command line works beside it', async (t) => {
    const telegram = await startFakeTelegram();
    const folder = folderFor(t);
    const env = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url };
    const program = await startProgram(folder, env);
    t.after(async () => {
      await program.stop('SIGKILL');
      await telegram.close();
    });
    const { code, output } = await runToExit(folder, env);
    assert.equal(code, 1);
    assert.match(output, /^citedesk: Another Citedesk already runs the bot on \S+citedesk\.db; [^\n]*\n$/);
    const asked = await runCommand(folder, ['ask', 'How long do refunds take?', '--json']);
    assert.match(asked, /Refunds take four working days\./);
    await program.stop('SIGKILL');
    const next = await startProgram(folder, env);
    assert.equal(await next.stop('SIGTERM'), 0);
  });

  describe('says in one line what is wrong, and ends', () => {
    async function complaint(t: TestContext, env: Readonly<Record<string, string>>): Promise<string> {
      const { code, output } = await runToExit(folderFor(t), env);
      assert.equal(code, 1);
      assert.doesNotMatch(output, /\n\s+at /);
      return output.replace(/^(?:Read|Citedesk is running).*\n/gm, '');
    }

    it('where the token is refused', async (t) => {
      const telegram = await startFakeTelegram();
      t.after(() => telegram.close());
      const output = await complaint(t, {
        TELEGRAM_BOT_TOKEN: '123456:BBBBBBBBBBBBBBBBBBBBBBBBBBBB',
        TELEGRAM_API_ROOT: telegram.url,
      });
      assert.equal(
        output,
        'citedesk: Telegram refused the bot token (401 Unauthorized); check TELEGRAM_BOT_TOKEN.\n',
      );
    });

    it('where another program has set a webhook', async (t) => {
      const telegram = await startFakeTelegram();
      t.after(() => telegram.close());
      await fetch(`${telegram.url}/bot${telegram.token}/setWebhook?url=https://crm.example/hook`);
      const output = await complaint(t, {
        TELEGRAM_BOT_TOKEN: telegram.token,
        TELEGRAM_API_ROOT: telegram.url,
      });
      assert.match(output, /^citedesk: Another program [^\n]*crm\.example[^\n]*REMOVE_WEBHOOK=on[^\n]*\n$/);
    });

    it('where the port is in use', async (t) => {
      const server = createServer().listen(0, '127.0.0.1');
      t.after(() => server.close());
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      assert.equal(
        await complaint(t, { DESK_PORT: String(port) }),
        `citedesk: The desk cannot listen on 127.0.0.1:${port}: the port is in use; set DESK_PORT to another one.\n`,
      );
    });

    it('where the database cannot be written', async (t) => {
      const output = await complaint(t, { DATABASE_PATH: 'policies/shop.md/citedesk.db' });
      assert.match(output, /^citedesk: The database \S+ cannot be opened .*DATABASE_PATH.*\n$/);
    });

    it('where the policies are not there', async (t) => {
      const output = await complaint(t, { POLICIES_DIR: 'nowhere' });
      assert.match(output, /^citedesk: The policies folder \S+nowhere cannot be opened.*\n$/);
    });

    it('where settings are wrong, all of them at once', async (t) => {
      const output = await complaint(t, { DESK_PORT: 'x', TIME_ZONE: 'Mars', SEND_SECTIONS: '0' });
      for (const name of ['DESK_PORT', 'TIME_ZONE', 'SEND_SECTIONS']) {
        assert.match(output, new RegExp(`^ {2}${name} must be `, 'm'));
      }
    });
  });
});
