import { Code } from '@connectrpc/connect';
import { FilmPublishedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ListingStatus } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

test('a film without its assets stays unpublished and says which are missing [STU-01]', async () => {
  const maker = film.maker();
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const filmId = draft?.film?.id ?? '';
  expect(draft?.status).toBe(ListingStatus.MISSING_ASSETS);

  await expect(maker.studio.publishFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'FILM_INCOMPLETE',
    metadata: { missing: 'FILM_VIDEO,TRAILER_VIDEO,TRAILER_IMAGE,POSTER_IMAGE' },
  });
  expect((await film.said(FilmPublishedSchema)).filter((event) => event.filmId === filmId)).toEqual([]);
});
