import { FilmEditedSchema } from '@marquee/contracts/events/v1/film_pb';
import {
  AccountCreatedSchema,
  AccountSuspendedSchema,
  SessionEndedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import { createRevocations, type Revocation } from '@marquee/runtime/revocations';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { publishEvent } from '@marquee/testing/publish-event';
import { testBus } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { followSessionEndings } from './session-endings.ts';

const occurredAt = new Date('2026-11-20T12:00:00Z');
const SECOND_MS = 1_000;
const before = new Date(occurredAt.getTime() - SECOND_MS);
const after = new Date(occurredAt.getTime() + SECOND_MS);

async function following() {
  const clock = fixedClock('2026-11-20T12:00:30Z');
  const revocations = createRevocations({ clock });
  const ended: Revocation[] = [];
  revocations.onRevoked((revocation) => ended.push(revocation));
  const bus = await testBus();
  const tail = await followSessionEndings({ bus, clock }, revocations.revoke);
  atEnd(() => tail.close());
  return { bus, revocations, ended };
}

test('a session that ends on the bus is revoked, and no other session of the account [AUT-16:bus]', async () => {
  const { bus, revocations, ended } = await following();
  const viewer = viewers.movieLover();
  const { accountId, sessionId } = viewer;
  await publishEvent(bus, AccountCreatedSchema, { accountId }, { aggregateId: accountId, occurredAt });
  await publishEvent(bus, FilmEditedSchema, { filmId: accountId }, { aggregateId: accountId, occurredAt });
  await publishEvent(bus, SessionEndedSchema, { accountId, sessionId }, { aggregateId: accountId, occurredAt });
  await eventually(() => ended.length > 0);
  expect(ended).toEqual([{ sessionId }]);
  expect(revocations.isRevoked(viewer, after)).toBe(true);
  expect(revocations.isRevoked({ ...viewer, sessionId: newId() }, before)).toBe(false);
});

test('a suspension on the bus revokes the sessions that began before it, by its own time [AUT-16:bus]', async () => {
  const { bus, revocations, ended } = await following();
  const viewer = viewers.movieLover();
  const { accountId } = viewer;
  await publishEvent(bus, AccountSuspendedSchema, { accountId }, { aggregateId: accountId, occurredAt });
  await eventually(() => ended.length > 0);
  expect(ended).toEqual([{ accountId }]);
  expect(revocations.isRevoked(viewer, before)).toBe(true);
  expect(revocations.isRevoked({ ...viewer, sessionId: newId() }, before)).toBe(true);
  // Reinstated: a session that began after the suspension counts.
  expect(revocations.isRevoked(viewer, after)).toBe(false);
  expect(revocations.isRevoked(viewers.movieLover(), before)).toBe(false);
});
