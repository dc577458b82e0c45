import type { SignIn } from './people.ts';
import type { Uploaded } from './uploads.ts';

/** One write of a client: its value, and whether it was acknowledged. */
export type Attempt<T> = { value: T; acknowledged: boolean };

export type Review = { rating: number; message: string };

/** A position that a heartbeat sent; `endedAt` is when it was acknowledged. */
export type Beat = { sessionId: string; positionMs: number; endedAt: number };

/** Every write of the clients. */
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
  /** Orders of one ticket, by their ids. */
  purchases: Map<string, { acknowledged: boolean }>;
  /** Orders of films, by their ids. */
  filmOrders: Map<string, { acknowledged: boolean }>;
  /** The codes of tickets that nobody has scanned yet, and of those that were. */
  codes: string[];
  /** By account; without a receipt where none was acknowledged. */
  votes: Map<string, { ballotId: string; receipt: string }>;
  /** By the ids that the door made. */
  scans: Map<string, { acknowledged: boolean }>;
};

export const newClaims = (): Claims => ({
  signIns: [],
  reviews: new Map(),
  edits: new Map(),
  published: new Map(),
  films: new Map(),
  uploads: [],
  beats: [],
  purchases: new Map(),
  filmOrders: new Map(),
  codes: [],
  votes: new Map(),
  scans: new Map(),
});

/** Records a write before it is sent, and its acknowledgement after. */
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
