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
      message: 'This film has a price. You can pay for it on its page.',
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

describe('the films that a viewer has unlocked [SET-09:list]', () => {
  const unlocked = async (lover: ReturnType<FilmHarness['lover']>, pageSize = 50, cursor = '') => {
    const { items, nextCursor } = await lover.watch.listUnlockedFilms({ pageSize, cursor });
    return { nextCursor, items, ids: items.map((item) => item.film?.id) };
  };
  const unlock = async (lover: ReturnType<FilmHarness['lover']>) => {
    const filmId = await film.releasedFilm(film.maker());
    await lover.watch.unlockFilm({ requestId: newId(), filmId });
    film.clock.advance(1);
    return filmId;
  };

  test('come page by page, the newest first, with until when and for how much, after that time too', async () => {
    const lover = film.lover();
    const [first, second, third] = [await unlock(lover), await unlock(lover), await unlock(lover)];
    await film.db.query('UPDATE unlocks SET paid_amount = 499 WHERE film_id = $1', [second]);
    const page = await unlocked(lover, 2);
    expect(page.ids).toEqual([third, second]);
    expect(page.items.map(({ paidAmount }) => paidAmount)).toEqual([0n, 499n]);
    const [newest] = page.items;
    const lifeS = Number(newest?.expireAt?.seconds) - Number(newest?.createdAt?.seconds);
    expect(lifeS).toBe(7_200);
    film.clock.advance(7_200_000);
    const rest = await unlocked(lover, 2, page.nextCursor);
    expect([rest.ids, rest.nextCursor]).toEqual([[first], '']);
  });

  test('are those of this viewer, and none that is taken from the site', async () => {
    const [lover, other] = [film.lover(), film.lover()];
    const filmId = await unlock(lover);
    expect((await unlocked(other)).ids).toEqual([]);
    const page = await lover.watch.listUnlockedFilms({ pageSize: 1, cursor: '' });
    expect(page.items).toHaveLength(1);
    await film.db.query('UPDATE films SET published = false WHERE id = $1', [filmId]);
    expect((await unlocked(lover)).ids).toEqual([]);
    await expect(other.watch.listUnlockedFilms({ pageSize: 1, cursor: 'forged' })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  });
});
