import { lostBeats, survivingBeats } from './judge-beats.ts';
import type { Owners } from './owners.ts';

const beat = (sessionId: string, positionMs: number, endedAt: number) => ({ sessionId, positionMs, endedAt });
const keeping = (rows: { id: string; positionMs: number }[]) =>
  ({ query: () => async () => rows }) as unknown as Owners;

test('a position is lost when an older one or none is on record', async () => {
  const beats = [beat('a', 1_000, 10), beat('a', 2_000, 20), beat('b', 1_000, 10), beat('c', 1_000, 10)];
  const kept = [
    { id: 'a', positionMs: 1_000 },
    { id: 'b', positionMs: 1_000 },
  ];
  expect(await lostBeats(beats, keeping(kept))).toEqual([
    'a position: 2000 ms was acknowledged and 1000 is kept',
    'a position: 1000 ms was acknowledged and none is kept',
  ]);
});

test('only the last position of a session, sent just before film died, may be missing', () => {
  const [early, late, other, after] = [
    beat('a', 1_000, 5_000),
    beat('a', 2_000, 9_000),
    beat('b', 1_000, 9_000),
    beat('b', 2_000, 15_000),
  ];
  expect(survivingBeats([early, late, other, after], 10_000)).toEqual([early, other, after]);
});
