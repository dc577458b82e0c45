import type { SignIn } from './people.ts';
import type { Uploaded } from './uploads.ts';

/** One write of a client: what it asked for, and whether it was told that it is done. */
export type Attempt<T> = { value: T; acknowledged: boolean };

export type Review = { rating: number; message: string };

/** A position that a heartbeat gave; `endedAt` is when it was acknowledged. */
export type Beat = { sessionId: string; positionMs: number; endedAt: number };

/** All that the clients were told is done, by whom it belongs to. */
export type Claims = {
  signIns: SignIn[];
  /** By account and film. */
  reviews: Map<string, Attempt<Review>[]>;
  /** Log lines, by film. */
  edits: Map<string, Attempt<string>[]>;
  /** Whether it is published, by film. */
  published: Map<string, Attempt<boolean>[]>;
  /** By title. */
  films: Map<string, string | undefined>;
  uploads: Uploaded[];
  beats: Beat[];
};

export const newClaims = (): Claims => ({
  signIns: [],
  reviews: new Map(),
  edits: new Map(),
  published: new Map(),
  films: new Map(),
  uploads: [],
  beats: [],
});

/** Notes a write before it is made, and that it was acknowledged after. */
export async function claim<T>(
  attempts: Map<string, Attempt<T>[]>,
  key: string,
  value: T,
  write: () => Promise<unknown>,
): Promise<void> {
  const attempt = { value, acknowledged: false };
  const known = attempts.get(key);
  if (known) known.push(attempt);
  else attempts.set(key, [attempt]);
  await write();
  attempt.acknowledged = true;
}
