import { createHash } from 'node:crypto';

/** What a record commits to: readable once the ballot is counted, and hidden by its salt before. */
export type Committed = { ballotId: string; filmId: string; score: number; salt: Uint8Array };

/**
 * The commitment of a vote: SHA-256 over `vote`, the ids of ballot and film, the score and the salt in hexadecimal
 * digits, joined by line breaks. Anybody can compute it again from a counted record [FES-10].
 */
export function commitmentOf({ ballotId, filmId, score, salt }: Committed): Uint8Array<ArrayBuffer> {
  const text = ['vote', ballotId, filmId, String(score), Buffer.from(salt).toString('hex')].join('\n');
  return Uint8Array.from(createHash('sha256').update(text).digest());
}

/** The hash of the chain after a record: SHA-256 over the hash before it (nothing before the first) and its commitment. */
export function chainedHash(before: Uint8Array | null, commitment: Uint8Array): Buffer {
  return createHash('sha256')
    .update(before ?? new Uint8Array())
    .update(commitment)
    .digest();
}
