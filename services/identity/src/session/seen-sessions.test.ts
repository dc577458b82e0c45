import { jest } from '@jest/globals';
import { recordingLog } from '@marquee/testing/recording-log';
import { identityService, signInByLink } from '../testing/identity-service.ts';
import { createSeenSessions, writeSeenSessions } from './seen-sessions.ts';

const SEEN_EVERY_MS = 10 * 60_000;

test('resolving a session writes nothing; that it was seen is written later, if it was not for 10 minutes', async () => {
  const identity = await identityService();
  const [active, resting] = [await identity.anAccount(), await identity.anAccount()];
  const [browser, other] = [identity.browser(), identity.browser()];
  const lastSeen = async () => {
    const text = 'SELECT account_id, last_seen_at, xmin::text FROM sessions ORDER BY id';
    return identity.db.query<{ accountId: string; lastSeenAt: Date; xmin: string }>(text);
  };
  await signInByLink(identity, other, resting.email);
  identity.clock.advance(1);
  await signInByLink(identity, browser, active.email);
  const signedInAt = identity.clock.now();

  identity.clock.advance(SEEN_EVERY_MS);
  const rows = await lastSeen();
  expect(await browser.viewer()).toMatchObject({ accountId: active.id });
  expect(await other.viewer()).toMatchObject({ accountId: resting.id });
  identity.clock.advance(1);
  expect(await other.viewer()).toMatchObject({ accountId: resting.id });
  expect(await lastSeen()).toEqual(rows);

  await identity.service.drain();
  const written = Object.fromEntries((await lastSeen()).map(({ accountId, lastSeenAt }) => [accountId, lastSeenAt]));
  expect(written).toEqual({ [active.id]: signedInAt, [resting.id]: identity.clock.now() });
});

test('what was noted is taken once, the latest time of each session, and of 10,000 sessions at most', () => {
  const seen = createSeenSessions();
  const lastSeenAt = new Date(0);
  const at = (ms: number) => new Date(SEEN_EVERY_MS + ms);
  for (let id = 0; id < 10_001; id++) seen.note({ id: String(id), lastSeenAt }, at(1));
  seen.note({ id: '0', lastSeenAt }, at(2));
  const taken = seen.take();
  expect(taken).toHaveLength(10_000);
  expect(taken[0]).toEqual({ id: '0', seenAt: at(2) });
  expect(seen.take()).toEqual([]);
});

test('what is noted is written each minute and at the end, where a failure is logged', async () => {
  jest.useFakeTimers();
  const { log, said } = recordingLog();
  const seen = createSeenSessions();
  let writes = 0;
  const db = {
    transaction: async () => {
      writes += 1;
      if (writes === 2) throw new Error('no database');
    },
  };
  const note = () => seen.note({ id: 's', lastSeenAt: new Date(0) }, new Date());
  const loop = writeSeenSessions({ db, seen, log } as unknown as Parameters<typeof writeSeenSessions>[0]);
  await jest.advanceTimersByTimeAsync(0);
  note();
  await jest.advanceTimersByTimeAsync(59_999);
  expect(writes).toBe(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(writes).toBe(1);
  note();
  await loop.close();
  jest.useRealTimers();
  expect([writes, said()]).toEqual([2, ['last-seen times could not be written']]);
});
