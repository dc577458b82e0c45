import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { CrewService, StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { filmService } from '../testing/film-service.ts';

test('no write whose request carries an id is made without one', async () => {
  const film = await filmService();
  const tried: string[] = [];
  for (const service of [StudioService, CrewService, ReviewService, WatchService, FilmBackOfficeService]) {
    const client = clientFor(film.service, service, viewers.staff()) as unknown as Record<
      string,
      (request: object) => Promise<unknown>
    >;
    for (const method of service.methods) {
      if (!method.input.fields.some(({ name }) => name === 'request_id')) continue;
      tried.push(method.name);
      await expect(client[method.localName]?.({ filmTitle: 'Salt', projectType: 1 })).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
        fields: [{ field: 'requestId', message: REQUEST_MESSAGES.requestIdMissing }],
      });
    }
  }
  expect(tried).toEqual(expect.arrayContaining(['CreateFilm', 'InviteCrew', 'RateFilm', 'UnlockFilm', 'SetFilmFlags']));
  expect(await film.db.query('SELECT id FROM films')).toEqual([]);
});
