import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { systemClock } from '@marquee/runtime/clock';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import type { Bus, BusMessage } from './bus.ts';
import { createOutbox, domainEvent, OUTBOX_CHANNEL } from './outbox.ts';
import { startRelay } from './relay.ts';
import { openSession } from './session.ts';

/** The outbox of a database, and a bus that keeps what it is given, or refuses it. */
async function outbox() {
  const db = await testDatabase('data');
  const state = { isUnavailable: false, refused: 0, whilePublishing: () => {} };
  const batches: string[][] = [];
  const publish = async (messages: readonly BusMessage[]) => {
    if (state.isUnavailable) {
      state.refused += 1;
      throw new Error('the broker is unavailable');
    }
    state.whilePublishing();
    batches.push(messages.map(({ key }) => key));
  };
  const relay = (log = silentLog) => {
    const started = startRelay({ url: db.url, bus: { publish } as unknown as Bus, log });
    atEnd(() => started.close());
    return started;
  };
  const add = (first: number, last: number) =>
    db.query(
      `INSERT INTO outbox (id, topic, key, type, body)
       SELECT gen_random_uuid(), 'film', n::text, $3, '' FROM generate_series($1::int, $2::int) n`,
      [first, last, `T${newId()}`],
    );
  const waiting = async () => (await db.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length;
  return { db, state, batches, relay, add, waiting };
}

const keys = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

test('what waits is published in order, two hundred at a time, and marked', async () => {
  const { batches, relay, add, waiting } = await outbox();
  await add(1, 401);
  relay();
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(batches).toEqual([keys(1, 200), keys(201, 400), ['401']]);
});

test('what was published is not read again with what waits, whatever the table was when the relay began', async () => {
  const { db, batches, relay, add } = await outbox();
  const published = () => batches.flat().length;
  const { close } = relay();
  await add(1, 1);
  await eventually(() => expect(published()).toBe(1));
  await add(2, 3_000);
  await eventually(() => expect(published()).toBe(3_000));
  await close();
  const entriesRead = async () => {
    const text = `SELECT idx_tup_read::int AS n FROM pg_stat_user_indexes WHERE indexrelname = 'outbox_pending'`;
    return (await db.query<{ n: number }>(text))[0]?.n ?? 0;
  };
  // Its counts are there once its connection has ended.
  await eventually(async () => expect(await entriesRead()).toBeGreaterThanOrEqual(3_000));
  expect(await entriesRead()).toBeLessThan(3 * 3_000);
});

test('while the bus refuses events they wait, which is logged once, and so is that they are published again', async () => {
  const { state, batches, relay, add, waiting } = await outbox();
  const { log, lines, said } = recordingLog();
  state.isUnavailable = true;
  await add(1, 2);
  relay(log);
  await eventually(() => expect(state.refused).toBeGreaterThanOrEqual(3));
  expect(await waiting()).toBe(2);
  state.isUnavailable = false;
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(batches).toEqual([['1', '2']]);
  await eventually(() =>
    expect(said()).toEqual([
      'publishing failed; events wait in the outbox and are retried',
      'events are published again',
    ]),
  );
  expect(lines()[0]).toMatchObject({ level: 'warn', err: { message: 'the broker is unavailable' } });
});

test('a clock that is set back while events are published holds up none [SYS-03:clock]', async () => {
  const { state, relay, add, waiting } = await outbox();
  const realNow = Date.now;
  atEnd(() => {
    Date.now = realNow;
  });
  state.whilePublishing = () => {
    Date.now = () => realNow() - 40_000;
  };
  relay();
  await add(1, 1);
  await eventually(async () => expect(await waiting()).toBe(0));
  await add(2, 2);
  await eventually(async () => expect(await waiting()).toBe(0));
});

test('events whose topic was deleted are published again, in order, when their marks are taken back', async () => {
  const { db, batches, relay, add, waiting } = await outbox();
  relay();
  await add(1, 3);
  await eventually(async () => expect(await waiting()).toBe(0));
  await db.query("UPDATE outbox SET published_at = NULL WHERE topic = 'film'");
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(batches.flat()).toEqual([...keys(1, 3), ...keys(1, 3)]);
});

test('a relay that is closed leaves no connection, and says nothing of it', async () => {
  const { db, relay, add, waiting } = await outbox();
  const { log, said } = recordingLog();
  const { close } = relay(log);
  await add(1, 1);
  await eventually(async () => expect(await waiting()).toBe(0));
  await close();
  const open = () =>
    db.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'relay'");
  await eventually(async () => expect(await open()).toEqual([]));
  await add(2, 2);
  expect(await waiting()).toBe(1);
  expect(said()).toEqual([]);
});

test('a relay works in one process at a time, which its own events wake once they have committed, and others by NOTIFY', async () => {
  const { db, batches, relay, waiting } = await outbox();
  const first = relay();
  await eventually(() => expect(first.isWorking()).toBe(true));
  const second = relay();
  expect(second.isWorking()).toBe(false);

  const heard: string[] = [];
  const { client, end } = await openSession(db.url, 'listener');
  atEnd(end);
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
  const woken: string[] = [];
  const beside = async (key: string, of: typeof first, failure?: string) => {
    const events = createOutbox({ clock: systemClock });
    events.wakes({ isWorking: of.isWorking, wake: () => void woken.push(key) });
    const event = domainEvent(FilmRatedSchema, { filmId: key }, { type: 'film', id: key, version: 1n });
    const prepared = events.prepare([event]);
    if (!failure) await db.query(prepared?.statement ?? '');
    prepared?.end(failure);
    await db.query(`SELECT pg_notify('${OUTBOX_CHANNEL}', 'after ' || $1)`, [key]);
  };
  await beside('here', first);
  await beside('failed', first, 'OUTBOX');
  await beside('there', second);
  await eventually(() => expect(heard).toEqual(['after here', 'after failed', '', 'after there']));
  expect(woken).toEqual(['here']);
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(batches.flat()).toEqual(['here', 'there']);

  await first.close();
  expect(first.isWorking()).toBe(false);
  await eventually(() => expect(second.isWorking()).toBe(true));
});
