import { CallState } from '@marquee/contracts/festival/v1/calls_pb';
import { OfferState } from '@marquee/contracts/festival/v1/tickets_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { eventually } from '@marquee/testing/eventually';
import { festivalService } from '../testing/festival-service.ts';
import { type ImportedFestival, importFestival } from './import-festival.ts';

test('a festival of the demo is imported once, and what has ended begins again [FES-01:demo]', async () => {
  const { db, platform, clock, visitor, film } = await festivalService();
  const resources = { db, outbox: createOutbox({ clock }), clock, signals: platform.signals };
  const filmId = film({ filmTitle: 'Low Tide', version: 4n });
  const [id, venueId, eventId, typeId] = [newId(), newId(), newId(), newId()];
  const [callId, categoryId] = [newId(), newId()];
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
  const foz = (): ImportedFestival => ({
    ...{ id, url: 'foz', name: 'Foz', type: 'FILM_FESTIVAL', description: 'Films.', directorId: newId() },
    ...{ city: 'Porto', country: 'PT', language: 'pt' },
    venue: { id: venueId, name: 'Farol', address: 'Rua 1', timeZone: 'Europe/Lisbon', capacity: 90 },
    events: [
      {
        ...{ id: eventId, name: 'Opening', description: '', startTime: at(1), endTime: at(2), venueId },
        timeZone: 'Europe/Lisbon',
        tickets: [{ id: typeId, name: 'Full price', price: 900n, quantity: 70 }],
        blocks: [{ id: newId(), name: 'Shorts', films: [{ id: newId(), filmId, filmTitle: 'Low Tide (draft)' }] }],
      },
    ],
    call: {
      ...{ id: callId, title: 'Films of the river', description: '', projectTypes: ['SHORT'], minutesMax: 30 },
      ...{ timeZone: 'Europe/Lisbon', earlyEndsAt: at(1), regularEndsAt: at(2) },
      categories: [{ id: categoryId, name: 'Shorts', earlyFee: 500n, regularFee: 900n }],
    },
  });
  await importFestival(resources, foz());
  const upcoming = async () => (await visitor().programme.listEvents({ festivalId: 'foz' })).events;
  expect(await upcoming()).toMatchObject([{ id: eventId, venue: { name: 'Farol' }, capacity: 90 }]);
  const { offers } = await visitor().types.listTicketTypes({ eventId });
  expect(offers).toMatchObject([{ type: { id: typeId, price: 900n }, state: OfferState.ON_SALE }]);
  await eventually(async () => {
    const { event } = await visitor().programme.getEvent({ eventId });
    expect(event?.blocks).toMatchObject([{ films: [{ filmTitle: 'Low Tide' }] }]);
  });
  const callState = async () => (await visitor().calls.listCalls({ festivalId: id })).calls.map(({ state }) => state);
  expect(await callState()).toEqual([CallState.OPEN]);
  clock.advance(3 * 3_600_000);
  expect(await upcoming()).toEqual([]);
  expect(await callState()).toEqual([CallState.CLOSED]);
  await importFestival(resources, foz());
  expect(await upcoming()).toMatchObject([{ id: eventId }]);
  expect(await callState()).toEqual([CallState.OPEN]);
  expect(await db.query('SELECT 1 FROM block_films')).toHaveLength(1);
});
