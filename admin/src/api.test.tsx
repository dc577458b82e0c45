import { buffer } from 'node:stream/consumers';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { fetchFrom } from '@marquee/testing/fetch-from';
import { isForbidden, refusalText, transport } from './api.ts';

test('a read of an unavailable service is repeated once by the transport', async () => {
  let calls = 0;
  await fetchFrom(async (request, response) => {
    await buffer(request);
    calls += 1;
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"unavailable"}');
  });
  const films = createClient(FilmBackOfficeService, transport);
  await expect(films.getAnyFilm({ filmId: 'f1' })).rejects.toMatchObject({ code: Code.Unavailable });
  expect(calls).toBe(2);
});

test('what a refusal means for a page', () => {
  const codes = [Code.NotFound, Code.PermissionDenied, Code.Unauthenticated, Code.Internal];
  const errors = codes.map((code) => new ConnectError('', code));
  expect([...errors, undefined, null].map(isForbidden)).toEqual([false, true, true, false, false, false]);
  expect(refusalText(errors[0])).toBeUndefined();
});
