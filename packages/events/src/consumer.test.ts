import { jest } from '@jest/globals';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type Clock, systemClock } from '@marquee/runtime/clock';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import { consume, on } from './consumer.ts';
import { createOutbox, domainEvent } from './outbox.ts';
import { postgresLogBus } from './postgres-log-bus.ts';
import { startRelay } from './relay.ts';

/** A consumer of ratings, and what writes them. */
async function consuming(
  handle: (rating: number) => unknown,
  clock: Clock = fixedClock('2026-11-22T12:00:00Z'),
  group = 'ratings',
) {
  const { log, lines } = recordingLog();
  const db = await testDatabase('events');
  const bus = postgresLogBus({ url: (await testDatabase('bus')).url, log: silentLog });
  atEnd(() => bus.close());
  const relay = startRelay({ url: db.url, bus, log: silentLog });
  atEnd(() => relay.close());
  const consumer = await consume({
    ...{ db, bus, group, log, clock },
    transact: (work) => db.transaction((tx) => work({ tx })),
    handlers: [on(FilmRatedSchema, async (_, { rating }) => handle(rating))],
  });
  atEnd(() => consumer.close());
  const outbox = createOutbox({ clock });
  const emit = (rating: number) =>
    db.transaction((tx) =>
      outbox.append(
        tx,
        domainEvent(
          FilmRatedSchema,
          { filmId: 'heat', accountId: newId(), rating },
          { type: 'film', id: 'heat', version: 1n },
        ),
      ),
    );
  return { db, consumer, emit, lines };
}

test('a replay of an event that fails again is logged with its next time, and after the last one with none', async () => {
  const { db, consumer, emit, lines } = await consuming(() => {
    throw new Error('not now');
  });
  await emit(1);
  await eventually(async () => expect(await db.query('SELECT 1 FROM dead_letters')).toHaveLength(1));
  await expect(consumer.replay()).resolves.toEqual({ replayed: 0, parked: 1 });
  expect(lines().at(-1)).toMatchObject({
    ...{ level: 'error', msg: 'an event failed again', key: 'heat', attempts: 1, due: '2026-11-22T12:00:05.000Z' },
  });
  // Its last retry is due.
  await db.query("UPDATE dead_letters SET attempts = 5, due_at = '2026-11-22T12:00:00Z'");
  await eventually(() => expect(lines().at(-1)).toMatchObject({ attempts: 6, due: null }));
  expect(lines().at(-1)?.msg).toBe('an event keeps failing and waits for a manual replay');
});

test.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('an event that fails while the clock of its process is %s is retried as soon as any other', async (_, offMs) => {
  jest.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + offMs));
  atEnd(() => jest.restoreAllMocks());
  const refuse = () => {
    throw new Error('not now');
  };
  const { db, consumer, emit } = await consuming(refuse, systemClock);
  await emit(1);
  const parked = () =>
    db.query(`SELECT attempts, due_at BETWEEN now() - interval '20 s' AND now() + interval '5 s' AS "isSoon"
      FROM dead_letters`);
  await eventually(async () => expect(await parked()).toEqual([{ attempts: 1, isSoon: true }]));
  await consumer.replay();
  expect(await parked()).toEqual([{ attempts: 1, isSoon: true }]);
});

test('how long after its cause an effect came is measured, at once or after retries, and failures are counted', async () => {
  const metrics = openMetrics({ service: 'film' });
  atEnd(() => metrics.close());
  const said = async (name: string) =>
    (await metrics.text()).split('\n').find((line) => line.startsWith(`${name}{`) && line.includes('group="measured"'));
  let isReady = true;
  const clock = fixedClock('2026-11-22T12:00:00Z');
  const handle = () => {
    if (!isReady) throw new Error('not now');
  };
  const { db, consumer, emit } = await consuming(handle, clock, 'measured');
  await emit(1);
  await eventually(async () => expect(await said('marquee_event_delay_seconds_count')).toMatch(/ 1$/));
  isReady = false;
  await emit(2);
  await eventually(async () => expect(await said('marquee_event_failures_total')).toMatch(/ 1$/));
  await eventually(async () => expect(await db.query('SELECT 1 FROM dead_letters')).toHaveLength(1));
  isReady = true;
  clock.advance(3_600_000);
  await consumer.replay();
  await eventually(async () => expect(await said('marquee_event_delay_seconds_count')).toMatch(/ 2$/));
  expect(await said('marquee_event_delay_seconds_sum')).toMatch(/ 3600$/);
});
