import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { createShutdown } from '@marquee/runtime/shutdown';
import { memorySignals } from '@marquee/runtime/signals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { testPlatform } from '@marquee/testing/test-platform';
import { filmConfig } from './config.ts';
import { startHousekeeping } from './housekeeping.ts';
import { film as filmService } from './service.ts';
import { FilmHarness, testKeys } from './testing/film-service.ts';
import { startMediaDouble } from './testing/media-double.ts';
import { createPositionBuffer } from './watch/position-buffer.ts';

test('while the database is unavailable positions wait quietly, and those that are lost at the end are logged once', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  atEnd(() => db.close());
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const buffer = createPositionBuffer({ db, log });
  let flushed = 0;
  const positions: typeof buffer = {
    ...buffer,
    flush() {
      flushed += 1;
      return buffer.flush();
    },
  };
  const ids = { playbackSessionId: crypto.randomUUID(), accountId: crypto.randomUUID(), filmId: crypto.randomUUID() };
  positions.put({ ...ids, positionMs: 1, playedMs: 1, durationMs: 2, finished: false, asOf: clock.now() });
  const config = filmConfig.parse({ ...testKeys, FLUSH_INTERVAL_MS: 50 });
  const housekeeping = startHousekeeping({
    ...{ db, outbox: createOutbox({ clock }), signals: memorySignals(), positions, clock, config, log },
  });
  await eventually(() => flushed > 1);
  const meanwhile = lines();
  await expect(housekeeping.close()).rejects.toThrow('the last positions could not be written');
  expect(meanwhile).toEqual([]);
  expect(lines()).toEqual([]);
});

test('a film that loses its last positions closes all that it has, and does not end in order', async () => {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const alone = await testPlatform('film', { clock });
  const media = await startMediaDouble(alone);
  const platform = { ...alone, addresses: { ...alone.addresses, media: media.address } };
  const config = filmConfig.parse({ ...testKeys, FLUSH_INTERVAL_MS: 60_000 });
  const service = await filmService.start(config, platform);
  const { log, lines } = recordingLog();
  const shutdown = createShutdown(log);
  shutdown.onShutdown('film', () => service.drain());
  atEnd(async () => void (await shutdown.run()));
  const film = new FilmHarness(service, platform, media, clock);
  const filmId = await film.releasedFilm(film.maker());
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
  clock.advance(10_000);
  await lover.watch.heartbeat({ playbackSessionId, positionMs: 9_000, playedMs: 9_000 });
  await alone.db.query('ALTER TABLE progress RENAME TO progress_unavailable');

  expect(await shutdown.run()).toBe(false);
  expect(lines()).toMatchObject([
    {
      level: 'error',
      part: 'film',
      err: { message: expect.stringContaining('the last positions could not be written') },
    },
  ]);
  const others = `SELECT application_name FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND application_name NOT LIKE 'test%'`;
  await eventually(async () => expect(await alone.db.query(others)).toEqual([]));
});
