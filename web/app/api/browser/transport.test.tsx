import { buffer } from 'node:stream/consumers';
import { fromBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { CreateFilmRequestSchema, StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { fetchFrom } from '@marquee/testing/fetch-from';
import { sessionEnded } from './session-events.ts';
import { rpcTransport } from './transport.ts';

test('a call is given up after 20 seconds', async () => {
  const timeouts: unknown[] = [];
  await fetchFrom(({ headers }, response) => {
    timeouts.push(headers['connect-timeout-ms']);
    response.writeHead(200, { 'content-type': 'application/proto' }).end();
  });
  await catalogue.getFilm({ filmId: 'a-film' });
  expect(timeouts).toEqual(['20000']);
});

/** A gateway whose service is unavailable for so many calls; gives the bodies that it was sent. */
async function gateway(refusals: number): Promise<string[]> {
  const bodies: string[] = [];
  await fetchFrom(async (request, response) => {
    bodies.push((await buffer(request)).toString('hex'));
    if (bodies.length > refusals) return response.writeHead(200, { 'content-type': 'application/proto' }).end();
    return response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"unavailable"}');
  });
  return bodies;
}

const studio = createClient(StudioService, rpcTransport());
const crew = createClient(CrewService, rpcTransport());
const catalogue = createClient(CatalogueService, rpcTransport());

test('a read of an unavailable service is repeated once', async () => {
  const bodies = await gateway(1);
  await catalogue.getFilm({ filmId: 'a-film' });
  expect(bodies).toHaveLength(2);
});

test('so is a write, under the request id of the first attempt', async () => {
  const bodies = await gateway(1);
  await studio.createFilm({ filmTitle: 'Salt' });
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toBe(bodies[1]);
  expect(fromHex(bodies[0])).toMatchObject({ filmTitle: 'Salt', requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
});

test('a write that its service would not recognise is not, and nothing is repeated twice', async () => {
  const bodies = await gateway(9);
  await expect(crew.removeCrew({})).rejects.toMatchObject({ rawMessage: expect.any(String) });
  expect(bodies).toHaveLength(1);
  await expect(studio.createFilm({ requestId: 'the-request' })).rejects.toThrow();
  expect(bodies).toHaveLength(3);
});

test('a session that has ended is announced to the page, other refusals are not', async () => {
  const ended = jest.fn();
  window.addEventListener(sessionEnded, ended);
  const refusing = (code: string) =>
    fetchFrom((_request, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ code })),
    );
  await refusing('permission_denied');
  await expect(catalogue.getFilm({ filmId: 'a-film' })).rejects.toThrow();
  expect(ended).not.toHaveBeenCalled();
  await refusing('unauthenticated');
  await expect(catalogue.getFilm({ filmId: 'a-film' })).rejects.toThrow();
  expect(ended).toHaveBeenCalledTimes(1);
  expect(ended.mock.calls[0]).toMatchObject([{ detail: { isWrite: false } }]);
});

const fromHex = (hex = '') => fromBinary(CreateFilmRequestSchema, Buffer.from(hex, 'hex'));
