import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './errors.ts';

export interface Config {
  readonly telegram: {
    /** Null: no bot; terminal chat and desk only. */
    readonly token: string | null;
    readonly apiRoot: string;
    /** Whether a webhook that another program left is removed at start. */
    readonly removeWebhook: boolean;
    /** Whether sends keep to Telegram's limits; off against a server that is not Telegram. */
    readonly pacing: boolean;
  };
  readonly model: {
    /** Null: extractive answers only. */
    readonly apiKey: string | null;
    readonly baseUrl: string;
    readonly name: string;
    /** From asking the model to giving up on it, retries included. */
    readonly deadlineMs: number;
    /** Below this confidence the model is not asked; 0 asks it always. */
    readonly threshold: number;
  };
  readonly limits: {
    /** Questions that the model is asked for one customer. */
    readonly questionsPerHour: number;
    readonly questionsPerDay: number;
    /** What all calls of the model may cost together. */
    readonly dailyBudgetUsd: number;
  };
  /** How long a further message of the same customer is waited for, to make one question of both. */
  readonly joinMs: number;
  readonly business: { readonly name: string; readonly contact: string | null };
  readonly adminIds: readonly number[];
  /** Telegram ids of those who may use the desk beside the admins. */
  readonly staffIds: readonly number[];
  readonly policiesDir: string;
  readonly databasePath: string;
  readonly desk: {
    readonly host: string;
    readonly port: number;
    /** The origin under which browsers reach it and people log in; null: for this computer alone, without a login. */
    readonly publicUrl: string | null;
    /** A session ends after so long without a request, and so long after the login. */
    readonly sessionIdleMs: number;
    readonly sessionMs: number;
  };
  readonly timeZone: string;
  /** As OpenStreetMap writes them; null: not known. */
  readonly openingHours: string | null;
  /** Sections given to the answerer at most; Infinity sends the whole policy. */
  readonly sendSections: number;
  readonly logLevel: string;
}

const DEFAULT_TIME_ZONE = 'UTC';

const ids = z.string().transform((text, context) => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.some((part) => !/^\d{1,16}$/.test(part) || !Number.isSafeInteger(Number(part)))) {
    context.addIssue('must be Telegram user ids (digits), separated by commas; ask the bot /id for yours');
    return z.NEVER;
  }
  return parts.map(Number);
});

const httpUrl = z.string().transform((text, context) => {
  if (!/^https?:\/\/[^?#]+$/.test(text) || !URL.canParse(text)) {
    context.addIssue('must be an address that starts with http:// or https://, without ? and #');
    return z.NEVER;
  }
  return text.replace(/\/+$/, '');
});

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** An origin: everything that the desk serves stands right below it. */
const deskUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isSafe(url) || url.href !== `${url.origin}/`) {
    context.addIssue(
      'must be the address of the desk, https:// and a name without a path (http:// only for 127.0.0.1, localhost and ::1)',
    );
    return z.NEVER;
  }
  return url.origin;
});

/** What goes to another computer must be encrypted. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(bareHost(hostname)));
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      message: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);
}

/** An amount of money or a time: digits with or without a decimal point. */
function decimalNumber(isAllowed: (value: number) => boolean, message: string) {
  return z
    .string()
    .refine((text) => /^(?:\d+|\d*\.\d+)$/.test(text) && isAllowed(Number(text)), { message })
    .transform(Number);
}

function switchOf(usual: 'on' | 'off') {
  return z
    .enum(['on', 'off'], 'must be on or off')
    .default(usual)
    .transform((value) => value === 'on');
}

const environment = z.object({
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'must be a token as @BotFather gives it, like 123456789:AA…')
    .optional(),
  TELEGRAM_API_ROOT: httpUrl.default('https://api.telegram.org'),
  REMOVE_WEBHOOK: switchOf('off'),
  SEND_PACING: switchOf('on'),
  ANTHROPIC_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must hold no spaces and no letters but ASCII')
    .optional(),
  ANTHROPIC_BASE_URL: httpUrl.default('https://api.anthropic.com'),
  ANTHROPIC_MODEL: z
    .string()
    .regex(/^\S+$/, 'must be a model id like claude-haiku-5-5')
    .default('claude-haiku-5-5'),
  MODEL_DEADLINE_SECONDS: wholeNumber(1, 45).default(45),
  MODEL_THRESHOLD: z
    .string()
    .refine((text) => /^(?:0|1|0?\.\d+|1\.0+)$/.test(text), 'must be a number from 0 to 1')
    .transform(Number)
    .default(0),
  QUESTIONS_PER_HOUR: wholeNumber(1, 10_000).default(20),
  QUESTIONS_PER_DAY: wholeNumber(1, 10_000).default(60),
  DAILY_BUDGET_USD: decimalNumber(
    (usd) => usd > 0 && usd <= 10_000,
    'must be a number of US dollars above 0 and at most 10000',
  ).default(1),
  JOIN_SECONDS: decimalNumber((seconds) => seconds <= 30, 'must be a number of seconds from 0 to 30').default(
    1.5,
  ),
  BUSINESS_NAME: z.string().max(100, 'must be at most 100 characters').default('Mộc'),
  CONTACT: z.string().max(300, 'must be at most 300 characters').optional(),
  ADMIN_IDS: ids.default([]),
  STAFF_IDS: ids.default([]),
  POLICIES_DIR: z.string().default('policies'),
  DATABASE_PATH: z.string().default('data/citedesk.db'),
  DESK_HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text),
      'must be the name or the address to listen on, like 127.0.0.1 or 0.0.0.0',
    )
    .default('127.0.0.1'),
  DESK_PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: deskUrl.optional(),
  SESSION_IDLE_MINUTES: wholeNumber(5, 1440).default(120),
  SESSION_HOURS: wholeNumber(1, 168).default(12),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone name like Asia/Ho_Chi_Minh or Europe/Berlin')
    .default(DEFAULT_TIME_ZONE),
  OPENING_HOURS: z.string().optional(),
  SEND_SECTIONS: z
    .union([z.literal('all').transform(() => Number.POSITIVE_INFINITY), wholeNumber(1, 10)], {
      error: 'must be a whole number from 1 to 10, or all',
    })
    .default(5),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
});

/** Every variable that is read, in the order of the README's table. */
export const VARIABLES = Object.keys(environment.shape);

/**
 * Reads the environment once. An empty value counts as absent; relative paths are taken from `baseDir`.
 * Throws a ConfigError that names every fault with the variable and what is expected of it.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, baseDir: string): Config {
  const given = Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = environment.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const wrong = new Set(issues.map((issue) => issue.path.join('.')));
  const faults = [
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...(wrong.has('DESK_HOST') || wrong.has('PUBLIC_URL') ? [] : loginFaults(given)),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const values = parsed.data;
  return Object.freeze({
    telegram: Object.freeze({
      token: values.TELEGRAM_BOT_TOKEN ?? null,
      apiRoot: values.TELEGRAM_API_ROOT,
      removeWebhook: values.REMOVE_WEBHOOK,
      pacing: values.SEND_PACING,
    }),
    model: Object.freeze({
      apiKey: values.ANTHROPIC_API_KEY ?? null,
      baseUrl: values.ANTHROPIC_BASE_URL,
      name: values.ANTHROPIC_MODEL,
      deadlineMs: values.MODEL_DEADLINE_SECONDS * 1000,
      threshold: values.MODEL_THRESHOLD,
    }),
    limits: Object.freeze({
      questionsPerHour: values.QUESTIONS_PER_HOUR,
      questionsPerDay: values.QUESTIONS_PER_DAY,
      dailyBudgetUsd: values.DAILY_BUDGET_USD,
    }),
    joinMs: Math.round(values.JOIN_SECONDS * 1000),
    business: Object.freeze({ name: values.BUSINESS_NAME, contact: values.CONTACT ?? null }),
    adminIds: Object.freeze(values.ADMIN_IDS),
    staffIds: Object.freeze(values.STAFF_IDS),
    policiesDir: resolve(baseDir, values.POLICIES_DIR),
    databasePath: resolve(baseDir, values.DATABASE_PATH),
    desk: Object.freeze({
      host: values.DESK_HOST,
      port: values.DESK_PORT,
      publicUrl: values.PUBLIC_URL ?? null,
      sessionIdleMs: values.SESSION_IDLE_MINUTES * 60_000,
      sessionMs: values.SESSION_HOURS * 3_600_000,
    }),
    timeZone: values.TIME_ZONE,
    openingHours: values.OPENING_HOURS ?? null,
    sendSections: values.SEND_SECTIONS,
    logLevel: values.LOG_LEVEL,
  });
}

type Given = Readonly<Record<string, string | undefined>>;

/** Whoever is not at this computer must show who they are; so must everybody where the desk has a public address. */
function needsLogin({ DESK_HOST, PUBLIC_URL }: Given): boolean {
  return PUBLIC_URL !== undefined || isOpenToOthers(DESK_HOST);
}

function isOpenToOthers(host: string | undefined): boolean {
  return host !== undefined && !LOOPBACK.includes(host);
}

/** What a login takes and is not set. */
function loginFaults(given: Given): string[] {
  if (!needsLogin(given)) return [];
  const { DESK_HOST, PUBLIC_URL, TELEGRAM_BOT_TOKEN, STAFF_IDS = '', ADMIN_IDS = '' } = given;
  const isOpen = isOpenToOthers(DESK_HOST);
  const why = isOpen ? `DESK_HOST is ${DESK_HOST}` : `PUBLIC_URL is ${PUBLIC_URL}`;
  const faults: string[] = [];
  if (TELEGRAM_BOT_TOKEN === undefined) {
    faults.push(`TELEGRAM_BOT_TOKEN must be set since ${why}: people log in with a code from the bot`);
  }
  if (isOpen && !PUBLIC_URL?.toLowerCase().startsWith('https:')) {
    faults.push(`PUBLIC_URL must be set to the https:// address of the desk since ${why}`);
  }
  if (!/\d/.test(STAFF_IDS + ADMIN_IDS)) {
    faults.push(`STAFF_IDS or ADMIN_IDS must be set since ${why}: nobody else may log in`);
  }
  return faults;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
