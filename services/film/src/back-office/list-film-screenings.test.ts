import { timestampDate } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import { ticketedEvent } from '../testing/ticketed-event.ts';

const HOUR_MS = 3_600_000;

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

test('staff see at which events a film is screened, and how many have tickets and watched it [ADF-02:screenings]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const other = await film.releasedFilm(film.maker());
  const list = async (id = filmId) => (await film.staff().backOffice.listFilmScreenings({ filmId: id })).screenings;
  expect(await list()).toEqual([]);

  const past = await ticketedEvent(film, { filmIds: [filmId, other], startsInMs: -48 * HOUR_MS });
  const next = await ticketedEvent(film, { filmIds: [filmId], startsInMs: 48 * HOUR_MS, open: false });
  const [first, second, third, fourth] = [film.lover(), film.lover(), film.lover(), film.lover()];
  await past.give(first);
  const given = await past.give(fourth);
  const refunded = await past.give(third);
  // Who watched and then returned the ticket, or gave it to somebody else, counts no more.
  for (const { viewer } of [first, third, fourth]) {
    await film.db.query('INSERT INTO event_watches (event_id, account_id, film_id) VALUES ($1, $2, $3)', [
      ...[past.id, viewer.accountId, filmId],
    ]);
  }
  expect(await list()).toMatchObject([{ eventId: next.id }, { eventId: past.id, tickets: 3, watched: 3 }]);
  await refunded.refunded();
  await given.gaveTo(second);
  await film.db.query(
    `UPDATE films SET release_type = 'SCREENING', screening_start_time = $2::timestamptz + interval '1 hour' WHERE id = $1`,
    [filmId, new Date(film.clock.now().getTime() + 48 * HOUR_MS)],
  );

  const screenings = await list();
  expect(screenings).toMatchObject([
    { eventId: next.id, online: false, premiere: true, tickets: 0, watched: 0 },
    { eventId: past.id, online: true, premiere: false, tickets: 2, watched: 1 },
  ]);
  const [coming] = screenings;
  expect(coming?.startsAt && timestampDate(coming.startsAt).getTime()).toBe(film.clock.now().getTime() + 48 * HOUR_MS);
  expect(await list(other)).toMatchObject([{ eventId: past.id, tickets: 2, watched: 0 }]);
  await expect(list(newId())).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
});
