// @requires redis
import { newId } from '@marquee/data/ids';
import type { Redis } from '@marquee/runtime/redis/open-redis';
import { redisSharedCaches } from '@marquee/runtime/redis/redis-shared-caches';
import { eventually } from '@marquee/testing/eventually';
import { connectedTo, testRedis } from '@marquee/testing/test-redis';
import { type FilmHarness, filmService, startHarness } from '../testing/film-service.ts';

let films: FilmHarness[];
let redis: Redis;
let stopRedis: () => Promise<void>;
beforeAll(async () => {
  const server = await testRedis();
  stopRedis = server.stop;
  const alone = await filmService();
  const replica = async () => {
    redis = await connectedTo(server);
    const sharedCaches = redisSharedCaches(redis, { clock: alone.clock });
    return startHarness({ ...alone, platform: { ...alone.platform, sharedCaches } });
  };
  films = [await replica(), await replica(), await replica()];
});

test('a viewer whose heartbeats come to all processes has one address, signed once [SYS-02:addresses] [SYS-03:redis]', async () => {
  const [first] = films as [FilmHarness];
  const filmId = await first.releasedFilm(first.maker());
  const { viewer, watch } = first.lover();
  await watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId, access } = await watch.startPlayback({ requestId: newId(), filmId });
  const signed = () => [...first.media.signed.values()].filter(({ sessionId }) => sessionId === viewer.sessionId);
  const addresses = async (positionMs: number) => {
    const found = new Set<string>();
    for (const film of films) {
      const answer = await film.lover(viewer).watch.heartbeat({ playbackSessionId, positionMs, playedMs: positionMs });
      found.add(answer.access?.signedUrl ?? '');
      await eventually(() => !redis.isUp() || isLent([...found]));
    }
    return [...found];
  };
  const isLent = async (urls: string[]) => {
    const keys = await redis.commands.keys(`marquee:cache:*${playbackSessionId}*`);
    const values = await Promise.all(keys.map((key) => redis.commands.get(key)));
    return values.some((value) => value?.includes(urls.at(-1) ?? ''));
  };
  expect(await addresses(15_000)).toEqual([access?.signedUrl]);
  expect(signed()).toHaveLength(1);
  // Half of its life is over: one of them renews it for all.
  first.clock.advance(301_000);
  expect(await addresses(30_000)).toEqual([expect.not.stringMatching(String(access?.signedUrl))]);
  expect(signed()).toHaveLength(2);
  // Without Redis each has its own renewed, and all are served.
  await stopRedis();
  await eventually(() => !redis.isUp());
  first.clock.advance(301_000);
  expect(await addresses(45_000)).toHaveLength(3);
});
