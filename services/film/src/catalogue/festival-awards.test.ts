import { FestivalAwardsChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

/** An event of a festival, and what it says that it has given by now; resolves once film has read it. */
function event() {
  const [eventId, festivalId] = [newId(), newId()];
  let version = 0n;
  async function given(awards: { id: string; filmId: string; category: string; winner: boolean }[]) {
    version += 1n;
    const id = await publishEvent(
      film.platform.bus,
      FestivalAwardsChangedSchema,
      { eventId, festivalId, festivalName: 'Lumen', year: 2026, awards, accountId: newId() },
      { aggregateId: eventId, aggregateVersion: version, occurredAt: film.clock.now() },
    );
    await eventually(async () => {
      expect(await film.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id])).toHaveLength(1);
    });
  }
  return { festivalId, given };
}

test('awards of an event are on the film, make it a winner, and are taken back [FES-07]', async () => {
  const maker = film.maker();
  const [filmId, other] = [await film.releasedFilm(maker), await film.releasedFilm(maker)];
  const [awardId, second] = [newId(), newId()];
  const { festivalId, given } = event();
  const visitor = film.visitor().catalogue;
  const awardsOf = async (id: string) => (await visitor.listAwards({ filmId: id })).awards;
  const isWinner = async (id: string) => (await visitor.getFilm({ filmId: id })).film?.isFestivalWinner;

  await given([
    { id: awardId, filmId, category: 'Best short', winner: true },
    { id: second, filmId: other, category: 'Best short', winner: false },
  ]);
  expect(await awardsOf(filmId)).toMatchObject([
    { id: awardId, festivalName: 'Lumen', festivalId, category: 'Best short', year: 2026, winner: true },
  ]);
  expect([await isWinner(filmId), await isWinner(other)]).toEqual([true, false]);

  // The prize goes to the other film.
  await given([{ id: awardId, filmId: other, category: 'Best short', winner: true }]);
  expect(await awardsOf(filmId)).toEqual([]);
  expect(await awardsOf(other)).toMatchObject([{ id: awardId, winner: true }]);
  expect([await isWinner(filmId), await isWinner(other)]).toEqual([false, true]);

  await given([{ id: awardId, filmId: newId(), category: 'Best short', winner: true }]);
  expect(await awardsOf(other)).toEqual([]);
});

test('awards of an event leave those of others, and are in the history once [FES-07]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const [one, two] = [event(), event()];
  const [won, named] = [newId(), newId()];
  await one.given([{ id: won, filmId, category: 'Best short', winner: true }]);
  const nominee = { id: named, filmId, category: 'Best sound', winner: false };
  await two.given([nominee]);
  await two.given([nominee]);
  const isWinner = async () => (await film.visitor().catalogue.getFilm({ filmId })).film?.isFestivalWinner;
  const history = async () => {
    const { actions } = await film.staff().moderation.listFilmActions({ filmId });
    const ofAwards = actions.filter(({ changes }) => changes.some(({ field }) => field === 'award'));
    return ofAwards.map(({ changes: [change] }) => [change?.before, change?.after]);
  };
  expect(await isWinner()).toBe(true);
  expect(await history()).toEqual([
    ['', 'Lumen, Best sound, 2026, nominated'],
    ['', 'Lumen, Best short, 2026, winner'],
  ]);

  // Its win is taken back, and that of the other event stays.
  await two.given([{ ...nominee, winner: true }]);
  await two.given([]);
  expect(await isWinner()).toBe(true);
  expect((await history()).slice(0, 2)).toEqual([
    ['Lumen, Best sound, 2026, winner', ''],
    ['Lumen, Best sound, 2026, nominated', 'Lumen, Best sound, 2026, winner'],
  ]);
  expect((await film.visitor().catalogue.listAwards({ filmId })).awards.map(({ id }) => id)).toEqual([won]);
});
