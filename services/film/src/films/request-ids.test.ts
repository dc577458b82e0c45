import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { CrewService, StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { isIdempotent } from '@marquee/service/use-case';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { filmService } from '../testing/film-service.ts';

const services = [CatalogueService, StudioService, CrewService, ReviewService, WatchService, FilmBackOfficeService];
const writes = services.flatMap((service) => service.methods.filter((method) => !isIdempotent(method)));

test('a method that is not idempotent carries a request id', () => {
  for (const { name, input } of writes) expect([name, input.field.requestId?.name]).toEqual([name, 'request_id']);
  expect(writes.length).toBeGreaterThan(15);
});

test('no write that is not idempotent is made without a request id', async () => {
  const film = await filmService();
  for (const { parent, name, localName } of writes) {
    const client = clientFor(film.service, parent, viewers.staff()) as Record<
      string,
      (request: object) => Promise<unknown>
    >;
    const refused = await client[localName]?.({ filmTitle: 'Salt', projectType: 1 }).catch((error: unknown) => error);
    expect([name, refused]).toMatchObject([name, { reason: 'INVALID_INPUT', fields: [{ field: 'requestId' }] }]);
  }
  expect(await film.db.query('SELECT id FROM films')).toEqual([]);
});
