import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmUnlockedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ FREE_UNLOCK_HOURS: 2, PAYMENT_PROVIDER: 'test' });
});

test('the length of a free unlock is a setting [WAT-18]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const { access } = await film.lover().watch.unlockFilm({ requestId: newId(), filmId });
  expect(access?.expireAt).toEqual(timestampFromDate(new Date(film.clock.now().getTime() + 7_200_000)));
});

test('a film with a price is never unlocked for nothing, also where a payment provider is set up [WAT-02:price]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const { film: priced } = await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: 499n });
  expect(priced?.film).toMatchObject({ published: true, isApproved: true, isFree: false, usdCost: 499n });

  for (const releaseType of [ReleaseType.WATCH_NOW, ReleaseType.SHOWREEL]) {
    await maker.studio.updateFilm({ requestId: newId(), filmId, releaseType });
    const lover = film.lover();
    await expect(lover.watch.unlockFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      reason: 'PAYMENT_REQUIRED',
      message: 'This film has a price, and films cannot be paid for here yet.',
    });
    expect((await lover.watch.getFilmAccess({ filmId })).access).toMatchObject({ valid: false });
    await expect(lover.watch.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject({
      reason: 'UNLOCK_REQUIRED',
    });
  }
  await maker.studio.updateFilm({ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING });
  await expect(film.lover().watch.unlockFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
    reason: 'TICKET_REQUIRED',
  });
  expect(await film.db.query('SELECT 1 FROM unlocks WHERE film_id = $1', [filmId])).toEqual([]);
  expect((await film.published(FilmUnlockedSchema)).filter((event) => event.filmId === filmId)).toEqual([]);
});
