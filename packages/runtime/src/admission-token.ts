import { z } from 'zod';
import type { PublicKeys, SigningKey } from './keys.ts';
import { NAMESPACE } from './namespace.ts';
import { openToken, signToken } from './signed-token.ts';

const ADMISSION = `${NAMESPACE}-admission-1`;
const RECEIPT = `${NAMESPACE}-room-receipt-1`;

const claimsSchema = z.object({ iat: z.int(), exp: z.int(), acc: z.string().min(1), evt: z.string().min(1) });
const receiptSchema = claimsSchema.extend({ num: z.number().nonnegative() });

/** Who may order tickets to which event, until when. */
export type Admission = { accountId: string; eventId: string; until: Date };
/** Where somebody stands in the queue of an event. */
export type RoomReceipt = { accountId: string; eventId: string; number: number };

const RECEIPT_LIFE_S = 86_400;
const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000);

/** A token by which one account may order tickets to one event while its waiting room is on. */
export function issueAdmission(key: SigningKey, { accountId: acc, eventId: evt, until }: Admission, now: Date): string {
  return signToken(key, ADMISSION, { iat: secondsOf(now), exp: secondsOf(until), acc, evt });
}

/** What a token admits to; undefined when it is forged or malformed. Its time is for the caller to check. */
export function readAdmission(keys: PublicKeys, token: string): Admission | undefined {
  const result = claimsSchema.safeParse(openToken(keys, ADMISSION, token)?.claims);
  if (!result.success) return undefined;
  return { accountId: result.data.acc, eventId: result.data.evt, until: new Date(result.data.exp * 1000) };
}

/** Proves a place in a queue for a day, so that a queue that was lost is built again as it was. */
export function issueReceipt(key: SigningKey, { accountId: acc, eventId: evt, number: num }: RoomReceipt, now: Date) {
  return signToken(key, RECEIPT, { iat: secondsOf(now), exp: secondsOf(now) + RECEIPT_LIFE_S, acc, evt, num });
}

/** What a receipt proves; undefined when it is forged, malformed or too old. */
export function readReceipt(keys: PublicKeys, token: string, now: Date): RoomReceipt | undefined {
  const result = receiptSchema.safeParse(openToken(keys, RECEIPT, token)?.claims);
  if (!result.success || result.data.exp * 1000 < now.getTime()) return undefined;
  return { accountId: result.data.acc, eventId: result.data.evt, number: result.data.num };
}
