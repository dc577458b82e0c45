import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { FilmPublishedSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testDatabase } from '@marquee/testing/test-database';
import { park } from './dead-letters.ts';
import { eventInvariants, writtenEvents } from './invariants.ts';
import { createOutbox, domainEvent } from './outbox.ts';

const clock = fixedClock('2026-11-20T12:00:00Z');
let db: Database;
beforeEach(async () => {
  db = await testDatabase('events');
});

const violations = async () => (await Promise.all(eventInvariants.map(({ check }) => check(db.query)))).flat();

async function append(id: string, versions: bigint[], type = 'film'): Promise<void> {
  const outbox = createOutbox({ clock });
  const fields = { at: timestampFromDate(clock.now()) };
  await db.transaction(async (tx) => {
    for (const version of versions)
      await outbox.append(tx, domainEvent(FilmPublishedSchema, fields as object, { type, id, version }));
  });
}

test('published events in the order of their versions break nothing, and are listed as written', async () => {
  const [heat, alien] = [newId(), newId()];
  await append(heat, [1n, 2n, 2n]);
  await append(alien, [1n]);
  // What an order bought has its id, and versions of its own.
  await append(heat, [1n], 'unlock');
  await db.query('UPDATE outbox SET published_at = now()');
  expect(await violations()).toEqual([]);
  expect((await writtenEvents(db.query)).map(({ key }) => key)).toEqual([heat, heat, heat, alien, heat]);
});

test('an event that is not published is named, and a version that goes back', async () => {
  await append(newId(), [2n, 1n]);
  expect(await violations()).toEqual(['2 events are not published', 'a film went from version 2 to 1']);
});

test('an event that a consumer could not handle is named with its reason', async () => {
  const letter = { id: newId(), topic: 'film', key: 'heat', type: 'events.v1.FilmRated', body: Buffer.of(1) };
  await db.transaction((tx) =>
    park(tx, 'ratings', letter, { attempts: 6, error: new Error('refused'), now: clock.now() }),
  );
  expect(await violations()).toEqual(['a dead letter of ratings: events.v1.FilmRated: Error: refused']);
});
