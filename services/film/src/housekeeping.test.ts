import { openDatabase } from '@marquee/data/database';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { filmConfigSchema } from './config.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createPositionBuffer } from './watch/position-buffer.ts';

test('while the database is away positions wait quietly, and those that are lost at the end are told once', async () => {
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
  const config = filmConfigSchema.parse({ FILM_SECRET: 'test-secret-'.repeat(4), FLUSH_INTERVAL_MS: 50 });
  const housekeeping = startHousekeeping({ db, positions, clock, config, log });
  await eventually(() => flushed > 1);
  const meanwhile = lines();
  await housekeeping.stop();
  expect(meanwhile).toEqual([]);
  expect(lines()).toMatchObject([{ level: 'error', msg: 'the last positions could not be written' }]);
});
