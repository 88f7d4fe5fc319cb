import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { parseConfig, VARIABLES } from '../src/config.ts';
import { ConfigError } from '../src/errors.ts';

const ROOT = join(import.meta.dirname, '..');
const TOKEN = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

const DEFAULTS = {
  telegram: { token: null, apiRoot: 'https://api.telegram.org', removeWebhook: false, pacing: true },
  model: {
    apiKey: null,
    baseUrl: 'https://api.anthropic.com',
    name: 'claude-haiku-5-5',
    deadlineMs: 45_000,
    threshold: 0,
  },
  limits: { questionsPerHour: 20, questionsPerDay: 60, dailyBudgetUsd: 1 },
  joinMs: 1500,
  business: { name: 'Mộc', contact: null },
  adminIds: [],
  staffIds: [],
  policiesDir: resolve('/base/policies'),
  databasePath: resolve('/base/data/citedesk.db'),
  desk: {
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    sessionIdleMs: 120 * 60_000,
    sessionMs: 12 * 3_600_000,
  },
  timeZone: 'UTC',
  openingHours: null,
  sendSections: 5,
  logLevel: 'info',
};

function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseConfig(env, '/base');
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

/** Per variable: values that make no sense, and words of what is expected instead. */
const NONSENSE: Readonly<Record<string, { readonly values: readonly string[]; readonly expected: RegExp }>> =
  {
    TELEGRAM_BOT_TOKEN: {
      values: ['token', '123456789', '123456789:short', `bot${TOKEN}`, `${TOKEN} x`, `"${TOKEN}"`],
      expected: /@BotFather/,
    },
    TELEGRAM_API_ROOT: {
      values: ['api.telegram.org', 'ftp://x.org', 'https://', 'http://a b', 'javascript:x'],
      expected: /http:\/\/ or https:\/\//,
    },
    REMOVE_WEBHOOK: { values: ['yes', '1', 'On'], expected: /on or off/ },
    SEND_PACING: { values: ['yes', '0', 'OFF'], expected: /on or off/ },
    ANTHROPIC_API_KEY: { values: ['sk-ant-a b', 'sk-ant-a\nb'], expected: /no spaces/ },
    ANTHROPIC_BASE_URL: {
      values: ['localhost:8080', '//x.org', 'https://'],
      expected: /http:\/\/ or https:\/\//,
    },
    ANTHROPIC_MODEL: { values: ['claude haiku'], expected: /model id/ },
    MODEL_DEADLINE_SECONDS: {
      values: ['0', '46', '-1', '1.5', '1e1', 'ten', '٥', '5s', 'Infinity', '0x10'],
      expected: /whole number from 1 to 45/,
    },
    MODEL_THRESHOLD: {
      values: ['-0.1', '1.1', '2', '50%', '1e-1', '0,5', 'none', 'NaN', '.', '٠'],
      expected: /number from 0 to 1/,
    },
    QUESTIONS_PER_HOUR: {
      values: ['0', '-1', 'abc', '1.5', '1e9', '10001', 'Infinity'],
      expected: /whole number from 1 to 10000/,
    },
    QUESTIONS_PER_DAY: {
      values: ['0', '-1', 'abc', '1.5', '1e9', '10001', 'Infinity'],
      expected: /whole number from 1 to 10000/,
    },
    DAILY_BUDGET_USD: {
      values: ['0', '0.00', 'abc', '-1', '1e9', '10000.01', '1,5', '$1', '1.', '.', '٥', 'NaN', 'Infinity'],
      expected: /US dollars above 0 and at most 10000/,
    },
    JOIN_SECONDS: {
      values: ['-1', '30.1', '31', '1,5', '2s', '1e1', 'abc', 'NaN'],
      expected: /seconds from 0 to 30/,
    },
    BUSINESS_NAME: { values: ['x'.repeat(101)], expected: /at most 100/ },
    CONTACT: { values: ['x'.repeat(301)], expected: /at most 300/ },
    ADMIN_IDS: {
      values: ['@owner', '-100', '1.5', '12 x', '123, abc', '12345678901234567'],
      expected: /user ids.*commas.*\/id/,
    },
    STAFF_IDS: {
      values: ['@owner', '-100', '1.5', '12 x', '12345678901234567'],
      expected: /user ids.*commas.*\/id/,
    },
    DESK_HOST: {
      values: ['http://0.0.0.0', '0.0.0.0:80', '*', '[::1]', 'my desk', '.', 'desk/'],
      expected: /127\.0\.0\.1 or 0\.0\.0\.0/,
    },
    PUBLIC_URL: {
      values: [
        'desk.example.org',
        'http://desk.example.org',
        'http://127.0.0.1.example.org',
        'http://0.0.0.0:3000',
        'https://desk.example.org/desk',
        'https://desk.example.org/?a=1',
        'https://me:secret@desk.example.org',
        'https://',
        'javascript:x',
      ],
      expected: /https:\/\/.*http:\/\/ only for/,
    },
    SESSION_IDLE_MINUTES: { values: ['4', '1441', '0', '-5', '1.5', 'x'], expected: /from 5 to 1440/ },
    SESSION_HOURS: { values: ['0', '169', '-1', '0.5', 'x'], expected: /from 1 to 168/ },
    DESK_PORT: {
      values: ['65536', '-1', 'http', '80.5', '99999999999999999999'],
      expected: /from 0 to 65535/,
    },
    TIME_ZONE: { values: ['Mars/Base', 'GMT+7 o’clock', 'Saigon'], expected: /Asia\/Ho_Chi_Minh/ },
    SEND_SECTIONS: { values: ['0', '11', 'none', '-1', '2.5', 'Infinity'], expected: /1 to 10, or all/ },
    LOG_LEVEL: { values: ['verbose', 'INFO', '3'], expected: /debug, info, warn, error or silent/ },
  };

/** Any text is a path, and opening hours are read where they are used. */
const ANY_TEXT = ['POLICIES_DIR', 'DATABASE_PATH', 'OPENING_HOURS'];

describe('parseConfig', () => {
  it('runs without any variable', () => {
    assert.deepEqual(parseConfig({}, '/base'), DEFAULTS);
  });

  it('reads every variable', () => {
    const config = parseConfig(
      {
        TELEGRAM_BOT_TOKEN: TOKEN,
        TELEGRAM_API_ROOT: 'http://127.0.0.1:8081//',
        REMOVE_WEBHOOK: 'on',
        SEND_PACING: 'off',
        ANTHROPIC_API_KEY: 'sk-ant-x',
        ANTHROPIC_BASE_URL: 'https://proxy.example/v/',
        ANTHROPIC_MODEL: 'claude-opus-5-5',
        MODEL_DEADLINE_SECONDS: '7',
        MODEL_THRESHOLD: '.25',
        QUESTIONS_PER_HOUR: '3',
        QUESTIONS_PER_DAY: '9',
        DAILY_BUDGET_USD: '0.5',
        JOIN_SECONDS: '2.05',
        BUSINESS_NAME: 'Tea & Co',
        CONTACT: '+84 123',
        ADMIN_IDS: '11, 22;33  44,',
        STAFF_IDS: '55',
        POLICIES_DIR: '../rules',
        DATABASE_PATH: '/var/desk.db',
        DESK_HOST: '::1',
        DESK_PORT: '0',
        PUBLIC_URL: 'https://Desk.example.org/',
        SESSION_IDLE_MINUTES: '30',
        SESSION_HOURS: '8',
        TIME_ZONE: 'Asia/Ho_Chi_Minh',
        OPENING_HOURS: 'Mo-Fr 08:00-20:00; Su off',
        SEND_SECTIONS: 'all',
        LOG_LEVEL: 'debug',
      },
      '/base',
    );
    assert.deepEqual(config, {
      telegram: { token: TOKEN, apiRoot: 'http://127.0.0.1:8081', removeWebhook: true, pacing: false },
      model: {
        apiKey: 'sk-ant-x',
        baseUrl: 'https://proxy.example/v',
        name: 'claude-opus-5-5',
        deadlineMs: 7000,
        threshold: 0.25,
      },
      limits: { questionsPerHour: 3, questionsPerDay: 9, dailyBudgetUsd: 0.5 },
      joinMs: 2050,
      business: { name: 'Tea & Co', contact: '+84 123' },
      adminIds: [11, 22, 33, 44],
      staffIds: [55],
      policiesDir: resolve('/rules'),
      databasePath: resolve('/var/desk.db'),
      desk: {
        host: '::1',
        port: 0,
        publicUrl: 'https://desk.example.org',
        sessionIdleMs: 30 * 60_000,
        sessionMs: 8 * 3_600_000,
      },
      timeZone: 'Asia/Ho_Chi_Minh',
      openingHours: 'Mo-Fr 08:00-20:00; Su off',
      sendSections: Number.POSITIVE_INFINITY,
      logLevel: 'debug',
    });
  });

  it('takes an empty value, or one of spaces, for an absent one', () => {
    for (const blank of ['', '  ', '\t\n']) {
      const env = Object.fromEntries(VARIABLES.map((name) => [name, blank]));
      assert.deepEqual(parseConfig(env, '/base'), DEFAULTS);
    }
  });

  it('takes no notice of spaces around a value or of variables that are not its own', () => {
    const config = parseConfig({ DESK_PORT: ' 8080\r', PATH: '/bin', DESK_COLOUR: 'red' }, '/base');
    assert.deepEqual(config, { ...DEFAULTS, desk: { ...DEFAULTS.desk, port: 8080 } });
  });

  it('accepts the ends of every range', () => {
    for (const [name, values] of [
      ['MODEL_DEADLINE_SECONDS', ['1', '45']],
      ['MODEL_THRESHOLD', ['0', '1', '0.0', '.5', '0.999', '1.0']],
      ['QUESTIONS_PER_HOUR', ['1', '10000']],
      ['QUESTIONS_PER_DAY', ['1', '10000']],
      ['DAILY_BUDGET_USD', ['.01', '1', '2.50', '10000']],
      ['JOIN_SECONDS', ['0', '0.0', '.5', '30']],
      ['DESK_PORT', ['0', '65535']],
      ['SESSION_IDLE_MINUTES', ['5', '1440']],
      ['SESSION_HOURS', ['1', '168']],
      ['SEND_SECTIONS', ['1', '10', 'all']],
      ['BUSINESS_NAME', ['x'.repeat(100)]],
      ['CONTACT', ['x'.repeat(300)]],
    ] as const) {
      for (const value of values) assert.deepEqual(faultsOf({ [name]: value }), [], `${name}=${value}`);
    }
  });

  for (const [name, { values, expected }] of Object.entries(NONSENSE)) {
    it(`refuses nonsense in ${name}, naming it and what is expected`, () => {
      for (const value of values) {
        const faults = faultsOf({ [name]: value });
        assert.equal(faults.length, 1, `${name}=${value}`);
        assert.match(faults[0] ?? '', new RegExp(`^${name} must `));
        assert.match(faults[0] ?? '', expected);
      }
    });
  }

  it('has every variable tested with nonsense', () => {
    assert.deepEqual([...Object.keys(NONSENSE), ...ANY_TEXT].sort(), [...VARIABLES].sort());
  });

  it('names every fault at once, a line each', () => {
    const env = Object.fromEntries(
      Object.entries(NONSENSE).map(([name, { values }]) => [name, values[0] ?? '']),
    );
    const faults = faultsOf(env);
    assert.deepEqual(faults.map((fault) => fault.split(' ')[0]).sort(), Object.keys(NONSENSE).sort());
    assert.throws(
      () => parseConfig(env, '/base'),
      (error) =>
        error instanceof ConfigError && faults.every((fault) => error.message.includes(`\n  ${fault}`)),
    );
  });

  it('never repeats a secret in a fault', () => {
    const [secret, key] = ['987654:secretsecret', 'sk-ant-secret key'];
    const faults = faultsOf({ TELEGRAM_BOT_TOKEN: secret, ANTHROPIC_API_KEY: key }).join('\n');
    assert.match(faults, /TELEGRAM_BOT_TOKEN[\s\S]*ANTHROPIC_API_KEY/);
    assert.doesNotMatch(faults, /secret/);
  });

  it('gives a value that nobody can change', () => {
    const config = parseConfig({ ADMIN_IDS: '1' }, '/base');
    for (const part of [
      config,
      config.telegram,
      config.model,
      config.limits,
      config.business,
      config.adminIds,
      config.staffIds,
      config.desk,
    ]) {
      assert.equal(Object.isFrozen(part), true);
    }
  });

  it('refuses an admin id that a number cannot hold exactly', () => {
    assert.equal(faultsOf({ ADMIN_IDS: '9999999999999999' }).length, 1);
  });
});

describe('a desk that others can reach', () => {
  const login = {
    TELEGRAM_BOT_TOKEN: TOKEN,
    PUBLIC_URL: 'https://desk.example.org',
    STAFF_IDS: '7',
  };
  const OTHERS = ['0.0.0.0', '::', '192.168.1.2', '127.0.0.2', 'LOCALHOST', 'desk.example.org', 'fe80::1'];

  it('is started with a token, its https address and somebody who may log in', () => {
    for (const host of OTHERS) {
      const { desk } = parseConfig({ ...login, DESK_HOST: host }, '/base');
      assert.deepEqual([desk.host, desk.publicUrl], [host, 'https://desk.example.org']);
      const byAdmin = { ...login, STAFF_IDS: '', ADMIN_IDS: '1', DESK_HOST: host };
      assert.deepEqual(faultsOf(byAdmin), []);
    }
  });

  it('is not started without each of them, and all that is missing is named at once', () => {
    for (const host of OTHERS) {
      const faults = faultsOf({ DESK_HOST: host, DESK_PORT: 'x', STAFF_IDS: ',' });
      assert.deepEqual(
        faults.map((fault) => fault.split(' ')[0]),
        ['DESK_PORT', 'TELEGRAM_BOT_TOKEN', 'PUBLIC_URL', 'STAFF_IDS'],
      );
      assert.ok(faults.slice(1).every((fault) => fault.includes(`since DESK_HOST is ${host}`)));
    }
    for (const name of Object.keys(login)) {
      const faults = faultsOf({ ...login, [name]: '', DESK_HOST: '0.0.0.0' });
      assert.deepEqual(
        faults.map((fault) => fault.split(' ')[0]),
        [name],
      );
    }
  });

  it('takes https, but for a login on this computer', () => {
    const local = { ...login, PUBLIC_URL: 'http://localhost:3000' };
    assert.equal(parseConfig(local, '/base').desk.publicUrl, 'http://localhost:3000');
    assert.match(faultsOf({ ...local, DESK_HOST: '0.0.0.0' }).join(), /^PUBLIC_URL must .*https/);
  });

  it('wants the same of a public address over loopback, where a proxy may stand in front', () => {
    const faults = faultsOf({ PUBLIC_URL: 'https://desk.example.org' });
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      ['TELEGRAM_BOT_TOKEN', 'STAFF_IDS'],
    );
    assert.ok(faults.every((fault) => fault.includes('since PUBLIC_URL is https://desk.example.org')));
  });
});

/** `NAME=value` and `#NAME=value` lines: name, value, and whether it stands as a comment. */
function readExample(): readonly { readonly name: string; readonly value: string; readonly off: boolean }[] {
  const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, off, name, value = ''] = /^(#\s?)?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, value: value.replace(/^"(.*)"$/, '$1'), off: off !== undefined }];
  });
}

describe('.env.example', () => {
  it('names every variable once, in the order of the code, and no other', () => {
    assert.deepEqual(
      readExample().map(({ name }) => name),
      VARIABLES,
    );
  });

  it('shows the default of every variable', () => {
    const shown = Object.fromEntries(readExample().map(({ name, value }) => [name, value]));
    assert.deepEqual(parseConfig(shown, '/base'), DEFAULTS);
    const isFilled = (name: string) => shown[name] !== '';
    const optional = [
      'TELEGRAM_BOT_TOKEN',
      'ANTHROPIC_API_KEY',
      'CONTACT',
      'ADMIN_IDS',
      'STAFF_IDS',
      'PUBLIC_URL',
      'OPENING_HOURS',
    ];
    assert.deepEqual(
      VARIABLES.filter((name) => !isFilled(name)),
      optional,
    );
  });
});

describe('README.md', () => {
  it('has every variable in its table once, and no other', () => {
    const rows = readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^\|\s*`([A-Z][A-Z0-9_]+)`\s*\|/gm);
    assert.deepEqual([...rows].map(([, name]) => name).sort(), [...VARIABLES].sort());
  });
});
