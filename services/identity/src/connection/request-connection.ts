import { CONNECTION_LIMITS } from '@marquee/rules/connections';
import { rateLimited } from '@marquee/runtime/rate-limits';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityWrite } from '../resources.ts';
import { type Between, between, possibleFrom } from './between.ts';
import { connect } from './connect.ts';
import { declinedLately, tooManyRequests } from './connection-errors.ts';
import { connectionRequested } from './connection-events.ts';
import * as connections from './connections.ts';
import { lockKnown } from './known-person.ts';

const DAY_MS = 86_400_000;

type Input = z.output<typeof profileIdSchema>;

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
  const { people, times, timesSince } = await connections.countAsk(tx, {
    ...asked,
    ...{ now, from: new Date(now.getTime() - DAY_MS) },
  });
  // Each request is a notice, and taking one back is no way to send another at once.
  if (times > CONNECTION_LIMITS.repeatsPerDay) throw rateLimited(timesSince.getTime() + DAY_MS - now.getTime());
  if (people > CONNECTION_LIMITS.requestsPerDay) throw tooManyRequests();
  const requested = await connections.change(tx, connection, { state: 'REQUESTED', requesterId, since: now });
  await emit(connectionRequested(requested, asked));
  return between(requesterId, person, requested, now);
}
