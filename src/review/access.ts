import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { LivingCode, NewCode, Session } from '../domain/access.ts';
import type { StaffMember } from '../domain/review.ts';

/** What access needs of the store, which sees hashes only. */
export interface AccessLog {
  replaceCode(code: NewCode, at: number): void;
  livingCodes(at: number): readonly LivingCode[];
  takeCode(code: LivingCode): boolean;
  noteWrongTry(at: number, since: number, mostTries: number): void;
  wrongTriesSince(since: number): number;
  addSession(hash: Buffer, session: Session): void;
  findSession(hash: Buffer): Session | null;
  touchSession(hash: Buffer, at: number): void;
  endSession(hash: Buffer): void;
  deleteOldSessions(createdUntil: number, seenUntil: number): void;
}

export interface AccessParts {
  readonly store: AccessLog;
  readonly staffIds: readonly number[];
  readonly adminIds: readonly number[];
  /** A session ends when nothing was asked for so long… */
  readonly idleMs: number;
  /** …and so long after its login in any case. */
  readonly sessionMs: number;
  readonly now: () => number;
}

/** `throttled`: too many wrong codes of late, so that this one was not even looked at. */
export type LoginOutcome =
  | { readonly kind: 'in'; readonly token: string; readonly staffId: number }
  | { readonly kind: 'wrong' | 'throttled' };

export interface Access {
  /** A new code for one of the staff, in the place of the one before. Throws for anybody else. */
  issueCode(staffId: number, name: string): string;
  /** Opens a session for a code that lives, and uses it up. */
  enter(typed: string): LoginOutcome;
  /** Whose session it is, with the role that they have now; null where there is none, or none any more. */
  whoIs(token: string, isActive?: boolean): StaffMember | null;
  end(token: string): void;
}

/** Letters and digits that nobody confuses: 32, so that five random bits choose one evenly. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;
export const CODE_MINUTES = 5;
const CODE_MS = CODE_MINUTES * 60_000;
const MOST_TRIES = 5;
/** Wrong codes a minute over the whole desk: fifty guesses while a code lives, of 2^40. */
const MOST_WRONG = 10;
const THROTTLE_MS = 60_000;
/** Noting every request would be a write for every page. */
const TOUCH_AFTER_MS = 30_000;
const TOKEN_BYTES = 32;

/** Who may use the desk: codes by the bot, sessions in browsers, roles by the configured ids alone. */
export function createAccess(parts: AccessParts): Access {
  const { store, staffIds, adminIds, idleMs, sessionMs, now } = parts;

  function roleOf(id: number): StaffMember['role'] | null {
    if (adminIds.includes(id)) return 'admin';
    return staffIds.includes(id) ? 'reviewer' : null;
  }

  function openSession({ staffId, name }: LivingCode, at: number): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    store.deleteOldSessions(at - sessionMs, at - idleMs);
    store.addSession(hashOf(token), { staffId, name, createdAt: at, seenAt: at });
    return token;
  }

  function isLive({ createdAt, seenAt }: Session, at: number): boolean {
    return at < createdAt + sessionMs && at < seenAt + idleMs;
  }

  return {
    issueCode(staffId, name) {
      if (roleOf(staffId) === null) throw new Error('a code was asked for somebody who is not of the staff');
      const code = randomCode();
      store.replaceCode({ staffId, hash: hashOf(code), name, expiresAt: now() + CODE_MS }, now());
      return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
    },

    enter(typed) {
      const at = now();
      if (store.wrongTriesSince(at - THROTTLE_MS) >= MOST_WRONG) return { kind: 'throttled' };
      const code = findCode(store.livingCodes(at), typed);
      if (code !== null && roleOf(code.staffId) !== null && store.takeCode(code)) {
        return { kind: 'in', token: openSession(code, at), staffId: code.staffId };
      }
      store.noteWrongTry(at, at - THROTTLE_MS, MOST_TRIES);
      return { kind: 'wrong' };
    },

    whoIs(token, isActive = true) {
      const hash = hashOf(token);
      const session = store.findSession(hash);
      const at = now();
      if (session === null || !isLive(session, at)) return null;
      const role = roleOf(session.staffId);
      if (role === null) {
        store.endSession(hash);
        return null;
      }
      if (isActive && at - session.seenAt >= TOUCH_AFTER_MS) store.touchSession(hash, at);
      return { id: session.staffId, name: session.name, role };
    },

    end: (token) => store.endSession(hashOf(token)),
  };
}

function randomCode(): string {
  return [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** Looks at every code to the end, so that the time it takes tells nothing. */
function findCode(codes: readonly LivingCode[], typed: string): LivingCode | null {
  const hash = hashOf(typed.toUpperCase().replace(/[\s-]/g, ''));
  return codes.filter((code) => timingSafeEqual(code.hash, hash))[0] ?? null;
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
