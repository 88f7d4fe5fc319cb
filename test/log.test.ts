import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger, describeError, type Logger, redact } from '../src/log.ts';

const TOKEN = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const KEY = 'sk-ant-api03-AbC_dEf-123456789';
const URL_WITH_TOKEN = `https://api.telegram.org/bot${TOKEN}/sendMessage`;

/** The lines that reach the sink while `work` logs. */
function linesOf(work: (logger: Logger) => void): string {
  const lines: string[] = [];
  work(createLogger({ level: 'debug', write: (line) => lines.push(line) }));
  return lines.join('');
}

/** As grammY and fetch make them: the request with the customer's words, and the token deep inside. */
function libraryError(): Error {
  const inner = Object.assign(new Error(`request to ${URL_WITH_TOKEN} failed`), { url: URL_WITH_TOKEN });
  return Object.assign(new Error('Network request failed', { cause: inner }), {
    error: inner,
    payload: { chat_id: 7, text: "the customer's own words" },
    headers: { 'x-api-key': KEY, authorization: `Bearer ${KEY}` },
  });
}

const WAYS: Readonly<Record<string, (logger: Logger) => void>> = {
  'a message': (logger) => logger.info(`polling ${URL_WITH_TOKEN} with ${KEY}`),
  'a field': (logger) => logger.info({ url: URL_WITH_TOKEN, key: KEY }, 'request'),
  'a nested field': (logger) => logger.info({ a: { b: [{ c: URL_WITH_TOKEN, d: KEY }] } }, 'request'),
  'the name of a field': (logger) => logger.info({ [TOKEN]: 1, [KEY]: 2 }),
  'a formatted value': (logger) => logger.info('%s and %o', URL_WITH_TOKEN, { key: KEY }),
  'a child logger': (logger) => logger.child({ url: URL_WITH_TOKEN, key: KEY }).info('request'),
  'an error itself': (logger) => logger.error(libraryError()),
  'an error as a field': (logger) => logger.error({ error: libraryError(), err: libraryError() }, 'failed'),
  'an error as another field': (logger) => logger.error({ reason: libraryError() }, 'failed'),
  'an error within a field': (logger) => logger.error({ job: { error: libraryError() } }, 'failed'),
  'an error whose message holds them': (logger) =>
    logger.error({ error: new Error(`${URL_WITH_TOKEN} ${KEY}`) }),
  'a thrown text': (logger) => logger.error({ error: `${URL_WITH_TOKEN} ${KEY}` }, 'failed'),
  'a described error': (logger) => logger.error({ error: describeError(new TypeError(`${TOKEN} ${KEY}`)) }),
};

describe('createLogger', () => {
  for (const [way, log] of Object.entries(WAYS)) {
    it(`lets no token and no key through in ${way}`, () => {
      const written = linesOf(log);
      assert.notEqual(written, '');
      assert.ok(!written.includes(TOKEN), written);
      assert.ok(!written.includes(KEY), written);
      for (const line of written.trimEnd().split('\n')) JSON.parse(line);
    });
  }

  it('takes class, message and stack of an error and nothing that a library hung on it', () => {
    const written = linesOf((logger) => {
      logger.error(libraryError());
      logger.error({ error: libraryError() }, 'failed');
      logger.error({ err: libraryError() }, 'failed');
    });
    assert.equal(written.match(/Network request failed/g)?.length, 7, 'message and stack of each, and a msg');
    assert.doesNotMatch(written, /customer's own words|payload|headers/);
  });

  it('takes no more of an error that stands in another field', () => {
    const written = linesOf((logger) => {
      logger.error({ reason: libraryError() }, 'failed');
      logger.error({ job: { error: libraryError() } }, 'failed');
    });
    assert.doesNotMatch(written, /customer's own words/);
  });

  it('writes one JSON object a line with level and time', () => {
    const line = linesOf((logger) => logger.warn({ updateId: 5 }, 'two\nlines'));
    assert.equal(line.indexOf('\n'), line.length - 1);
    const { time, ...rest } = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual(rest, { level: 'warn', updateId: 5, msg: 'two\nlines' });
    assert.equal(new Date(String(time)).toISOString(), time);
  });

  it('writes nothing below its level, and nothing at all when silent', () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    createLogger({ level: 'warn', write }).info('x');
    createLogger({ level: 'silent', write }).fatal('x');
    assert.deepEqual(lines, []);
  });
});

describe('redact', () => {
  it('cuts tokens and keys out and leaves the rest as it was', () => {
    assert.equal(
      redact(`GET ${URL_WITH_TOKEN} (${KEY})`),
      'GET https://api.telegram.org/bot[token]/sendMessage ([key])',
    );
    assert.equal(redact(`${TOKEN} ${TOKEN}`), '[token] [token]');
  });

  it('leaves what only resembles a secret', () => {
    for (const harmless of ['Open 10:30 to 22:00', '123456789:short', 'sk-ant', '2026-11-29T12:00:00.000Z']) {
      assert.equal(redact(harmless), harmless);
    }
  });

  it('knows a token in an encoded URL', () => {
    assert.ok(!redact(`https://x/bot${encodeURIComponent(TOKEN)}/getMe`).includes('AAHdqTcv'));
  });

  it('knows every token that the configuration accepts', () => {
    assert.equal(redact('1234:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'), '[token]');
  });
});

describe('describeError', () => {
  it('tells class, message and stack of an error', () => {
    const { type, message, stack } = describeError(new RangeError('too far'));
    assert.deepEqual([type, message], ['RangeError', 'too far']);
    assert.match(stack ?? '', /^RangeError: too far\n/);
  });

  it('describes whatever else may be thrown', () => {
    assert.deepEqual(describeError('plain'), { type: 'string', message: 'plain' });
    assert.deepEqual(describeError(undefined), { type: 'undefined', message: 'undefined' });
    assert.deepEqual(describeError(Symbol('s')), { type: 'symbol', message: 'Symbol(s)' });
  });

  it('describes an object that cannot become a text', () => {
    assert.equal(describeError(Object.create(null)).type, 'object');
  });
});
