import { isId } from '@marquee/data/ids';
import { CONNECTION_LIMITS } from '@marquee/rules/connections';
import type { RateLimit } from '@marquee/runtime/rate-limits';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { type Between, between, possibleFrom } from './between.ts';
import { connect } from './connect.ts';
import { declinedLately, tooManyRequests } from './connection-errors.ts';
import { connectionRequested } from './connection-events.ts';
import * as connections from './connections.ts';
import { lockKnown } from './known-person.ts';

const DAY_MS = 86_400_000;
const REPEATS: RateLimit = { points: CONNECTION_LIMITS.repeatsPerDay, durationS: DAY_MS / 1_000 };

type Input = z.output<typeof profileIdSchema>;

/**
 * Counts requests to the same person: each is a notice, and taking one back is no way to send another at once. A repeat
 * of one that is open sends nothing, and does not count.
 *
 * @throws DomainError EXHAUSTED, RATE_LIMITED
 */
export async function limitRepeats(
  { db, rateLimits }: IdentityResources,
  { accountId }: AccountViewer,
  { profileId }: Input,
): Promise<void> {
  if (!isId(profileId)) return;
  const connection = await connections.find(db, [accountId, profileId]);
  if (connection && connection.state !== 'NONE') return;
  await rateLimits.consume('connection-request', `${accountId}/${profileId}`, REPEATS);
}

/**
 * Asks somebody to be connected; asking twice is one request. When both ask, they are connected. Somebody who declined is
 * not asked again by the same person for 30 days [NET-06].
 */
export async function requestConnection(
  write: IdentityWrite,
  viewer: AccountViewer,
  { profileId }: Input,
): Promise<Between> {
  const { tx, clock, emit } = write;
  const now = clock.now();
  const { person, connection } = await lockKnown(write, viewer, profileId, connections.lock);
  const { accountId: requesterId } = viewer;
  const { state } = between(requesterId, person, connection, now);
  if (state === 'RECEIVED') {
    const asked = { requesterId: person.id, recipientId: requesterId };
    return between(requesterId, person, await connect(write, connection, asked), now);
  }
  if (state !== 'NONE') return between(requesterId, person, connection, now);

  const from = possibleFrom(connection, requesterId);
  if (from && from > now) throw declinedLately(from, now);
  const asked = { requesterId, recipientId: person.id };
  const count = await connections.countAsk(tx, { ...asked, now, from: new Date(now.getTime() - DAY_MS) });
  if (count > CONNECTION_LIMITS.requestsPerDay) throw tooManyRequests();
  const requested = await connections.change(tx, connection, { state: 'REQUESTED', requesterId, since: now });
  await emit(connectionRequested(requested, asked));
  return between(requesterId, person, requested, now);
}
