import { EventFilmWatchedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { eventWithBlock } from '../testing/planned-events.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService();
});

/** Film says that somebody has watched enough of a film at an event. */
const watched = (eventId: string, accountId: string) => {
  const occurredAt = festival.clock.now();
  const of = { aggregateId: newId(), aggregateVersion: 1n, occurredAt };
  return publishEvent(festival.platform.bus, EventFilmWatchedSchema, { eventId, filmId: newId(), accountId }, of);
};
const attendees = (eventId: string) =>
  festival.db.query<{ accountId: string; source: string; at: Date }>(
    'SELECT account_id, source, at FROM attendances WHERE event_id = $1',
    [eventId],
  );

test('who watched enough of a film at an event has attended it, from the first time on [FES-10:watched]', async () => {
  const { eventId } = await eventWithBlock(festival, ['Salt']);
  const accountId = newId();
  const at = festival.clock.now();
  await watched(eventId, accountId);
  await eventually(async () => expect(await attendees(eventId)).toEqual([{ accountId, source: 'WATCHED', at }]));
  festival.clock.advance(60_000);
  await watched(eventId, accountId);
  // An event that festival does not know, and ids that are none, hold nothing up.
  for (const [event, account] of [
    [newId(), accountId],
    ['none', accountId],
    [eventId, 'none'],
  ] as const)
    await watched(event, account);
  const last = newId();
  await watched(eventId, last);
  await eventually(async () => expect((await attendees(eventId)).map((one) => one.accountId)).toContain(last));
  expect((await attendees(eventId)).find((one) => one.accountId === accountId)).toEqual({
    ...{ accountId, source: 'WATCHED', at },
  });
  const parked = await festival.db.query('SELECT 1 FROM dead_letters');
  expect(parked).toEqual([]);
});
