import type { Context, Hono } from 'hono';
import type { StaffMember } from '../domain/review.ts';

/** What is known of a request once it was let in. */
export interface DeskEnv {
  Variables: {
    /** Who sent it. */
    staff: StaffMember;
    /** Goes into every form; what comes back without it changes nothing. */
    csrfToken: string;
  };
}
export type DeskApp = Hono<DeskEnv>;
export type DeskContext = Context<DeskEnv>;
