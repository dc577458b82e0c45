import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireSession } from './own-session.ts';
import type { PositionBuffer } from './position-buffer.ts';
import type { Position } from './positions.ts';

const at = (s: number) => new Date(Date.parse('2026-11-22T12:00:00Z') + s * 1_000);
const id = newId();
const viewer = { accountId: newId() } as AccountViewer;
const written = { playbackSessionId: id, accountId: viewer.accountId, playedMs: 50_000, seenAt: at(60) };

/** A database that holds the session, and may change it and the buffer before it answers. */
const database = (beforeAnswer: () => Partial<typeof written> = () => ({})) =>
  ({ query: () => Promise.resolve([{ ...written, ...beforeAnswer() }]) }) as unknown as Database;
const buffer = (pending: () => Partial<Position> | undefined) => ({ pending }) as unknown as PositionBuffer;

test.each([
  ['not written yet counts', { playedMs: 58_000, asOf: at(68) }, { playedMs: 58_000, seenAt: at(68) }],
  ['older than what is written does not', { playedMs: 40_000, asOf: at(30) }, { playedMs: 50_000, seenAt: at(60) }],
  ['as far as what is written is the later', { playedMs: 50_000, asOf: at(65) }, { playedMs: 50_000, seenAt: at(65) }],
])('a heartbeat that is %s [WAT-07]', async (_, pending, known) => {
  expect(
    await requireSession(
      database(),
      buffer(() => pending),
      viewer,
      id,
    ),
  ).toMatchObject(known);
});

test('a heartbeat that is written while its session is read is not missed [WAT-17]', async () => {
  let pending: Partial<Position> | undefined = { playedMs: 58_000, asOf: at(68) };
  // Read before the write ended, answered after it: the buffer is empty, and the row that was read is the old one.
  const db = database(() => {
    pending = undefined;
    return {};
  });
  const session = await requireSession(
    db,
    buffer(() => pending),
    viewer,
    id,
  );
  expect(session).toMatchObject({ playedMs: 58_000, seenAt: at(68) });
});

test("somebody else's playback session is not found", async () => {
  const other = { accountId: newId() } as AccountViewer;
  await expect(
    requireSession(
      database(),
      buffer(() => undefined),
      other,
      id,
    ),
  ).rejects.toMatchObject({
    reason: 'PLAYBACK_NOT_FOUND',
  });
});
