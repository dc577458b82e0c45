import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { filmClient } from './film-client.ts';

test.each([
  [Code.NotFound, 'NOT_FOUND', 'FILM_NOT_FOUND'],
  [Code.InvalidArgument, 'NOT_FOUND', 'FILM_NOT_FOUND'],
  [Code.PermissionDenied, 'FORBIDDEN', 'FILM_NOT_YOURS'],
  [Code.Unauthenticated, 'FORBIDDEN', 'FILM_NOT_YOURS'],
  [Code.Unavailable, 'UNAVAILABLE', 'FILM_UNAVAILABLE'],
  [Code.DeadlineExceeded, 'UNAVAILABLE', 'FILM_UNAVAILABLE'],
])('when film answers %s, media refuses as %s with %s', async (code, kind, reason) => {
  const transport = createRouterTransport(({ service }) =>
    service(StudioService, {
      getMyFilm() {
        throw new ConnectError('no', code);
      },
    }),
  );
  const films = filmClient(createClient(StudioService, transport));
  await expect(films.requireEditable('film')).rejects.toMatchObject({ kind, reason });
  await expect(films.isLive('film', 'asset')).rejects.toMatchObject({ kind, reason });
});
