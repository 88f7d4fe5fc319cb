/** A code that lives: whose it is, and the hash by which it is known. */
export interface LivingCode {
  readonly staffId: number;
  readonly hash: Buffer;
  readonly name: string;
}

export interface NewCode extends LivingCode {
  readonly expiresAt: number;
}

/** A browser in which one of the staff is logged in. Times are milliseconds. */
export interface Session {
  readonly staffId: number;
  readonly name: string;
  readonly createdAt: number;
  readonly seenAt: number;
}
