import { randomUUID } from 'node:crypto';
import { FilmReleasedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { pushService } from '@marquee/testing/push-service';
import { pushKeysOf } from '../push/push-keys.ts';
import { notificationService, signInLink } from '../testing/notification-service.ts';

const RECIPIENTS = 2_000;
const KILLED_AT_PAGE = 7;
/** Five pages are planned in one transaction. */
const PLANNED_BEFORE = 500;
/** Events of one key arrive in their order. */
const KEY = randomUUID();

/** A film that credits 2,000 people. */
async function setUp(env?: Record<string, string>) {
  const scene = await notificationService({ DEV_INBOX: '1', ...env });
  const filmId = randomUUID();
  const people = Array.from({ length: RECIPIENTS }, () => newId()).sort();
  scene.neighbours.films.set(filmId, { filmTitle: 'Low Tide', makerId: randomUUID() });
  scene.neighbours.credited.set(filmId, people);
  const notified = async () =>
    (await scene.db.query<{ accountId: string }>('SELECT account_id FROM notices ORDER BY account_id')).map(
      ({ accountId }) => accountId,
    );
  const eventOf = (film: string) =>
    scene.db.query<{ state: string; planned: number }>(
      'SELECT state, planned FROM notice_events WHERE event_key = $1',
      [film],
    );
  const versions = async () =>
    (await scene.db.query<{ version: bigint }>('SELECT version FROM notice_boxes')).map(({ version }) => version);
  const release = (film = filmId) => scene.emit(FilmReleasedSchema, { filmId: film }, KEY);
  return { ...scene, people, notified, versions, release, events: () => eventOf(filmId), eventOf };
}

test('an event to 2,000 people that is killed in the middle notifies each of them once [NOT-05:burst]', async () => {
  const { neighbours, release, start, db, notified, people, events, eventOf, versions } = await setUp();
  // The process dies while it asks for a page: it neither answers nor gives the event back.
  const dead = Promise.withResolvers<void>();
  let pages = 0;
  neighbours.beforePage = async (page) => {
    pages += 1;
    if (page === KILLED_AT_PAGE && pages === KILLED_AT_PAGE + 1) await dead.promise;
  };
  await release();
  await eventually(async () => expect(await notified()).toHaveLength(PLANNED_BEFORE));
  await eventually(() => expect(pages).toBe(KILLED_AT_PAGE + 1));
  // Its lease runs out, and another process continues at the last page that was written.
  await start();
  await db.query("UPDATE notice_events SET leased_until = now() - interval '1 second'");
  await eventually(async () => expect(await events()).toEqual([{ state: 'PLANNED', planned: RECIPIENTS }]), 20_000);
  // The dead one was only slow: what it writes now is refused.
  dead.resolve();
  expect(await notified()).toEqual(people);
  // The film is released again, and a later event shows that this one was handled.
  await release();
  const later = randomUUID();
  await release(later);
  await eventually(async () => expect(await eventOf(later)).toMatchObject([{ state: 'PLANNED' }]));
  expect(await notified()).toEqual(people);
  expect(await versions()).toEqual(people.map(() => 1n));
}, 60_000);

test('the next people are asked for while those before them are written [NOT-05:burst]', async () => {
  const { neighbours, release, db, notified, people, events } = await setUp();
  const asked: number[] = [];
  neighbours.beforePage = async (page) => void asked.push(page);
  const written = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.query('LOCK TABLE notices IN EXCLUSIVE MODE');
    held.resolve();
    await written.promise;
  });
  await held.promise;
  await release();
  try {
    await eventually(() => expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(await notified()).toEqual([]);
  } finally {
    written.resolve();
    await holding;
  }
  await eventually(async () => expect(await events()).toEqual([{ state: 'PLANNED', planned: RECIPIENTS }]), 20_000);
  expect(await notified()).toEqual(people);
  // None was asked for twice.
  expect(asked).toEqual(Array.from({ length: RECIPIENTS / 100 }, (_, page) => page));
}, 60_000);

test('a process that is ended in the middle continues where it was when it starts again [NOT-05:burst]', async () => {
  const { neighbours, release, start, service, notified, people, events } = await setUp();
  const held = Promise.withResolvers<void>();
  let pages = 0;
  neighbours.beforePage = async (page) => {
    pages += 1;
    if (page === KILLED_AT_PAGE) await held.promise;
  };
  await release();
  await eventually(async () => expect(await notified()).toHaveLength(PLANNED_BEFORE));
  await eventually(() => expect(pages).toBe(KILLED_AT_PAGE + 1));
  held.reject(new Error('broken off'));
  await service.drain();
  expect((await notified()).length).toBeLessThan(RECIPIENTS);
  neighbours.beforePage = async () => {};
  await start();
  await eventually(async () => expect(await events()).toMatchObject([{ state: 'PLANNED' }]), 20_000);
  expect(await notified()).toEqual(people);
}, 60_000);

test('a sign-in mail goes out while a burst of push messages waits for a slow push service [NOT-05:lanes]', async () => {
  const browsers = await pushService(() => pushKeysOf('v'.repeat(32)).publicKey);
  const slow = Promise.withResolvers<void>();
  browsers.answers.before = () => slow.promise;
  const { db, people, release, issue, inbox, deliveries, events } = await setUp({ PUSH_LOOPBACK: '1' });
  const { endpoint, p256dh, auth } = browsers.subscribe('one');
  await db.query(
    `INSERT INTO push_subscriptions (id, account_id, session_id, endpoint, p256dh, auth, created_at)
     SELECT gen_random_uuid(), account_id, 'session', $2, $3, $4, now() FROM unnest($1::uuid[]) AS account_id`,
    [people, endpoint, p256dh, auth],
  );
  await release();
  await eventually(async () => expect(await events()).toMatchObject([{ state: 'PLANNED' }]), 20_000);
  await eventually(() => expect(browsers.posts()).toBe(4));
  await issue(signInLink('noor@example.com'));
  await eventually(async () => expect(await inbox()).toHaveLength(1));
  await eventually(async () =>
    expect((await deliveries()).filter(({ state }) => state === 'SENT')).toMatchObject([{ address: 'n…@example.com' }]),
  );
  expect(browsers.pushed).toEqual([]);
  await db.query("DELETE FROM deliveries WHERE kind = 'NOTICE_PUSH' AND leased_until IS NULL");
  slow.resolve();
  await eventually(() => expect(browsers.pushed).toHaveLength(4));
}, 60_000);
