import { buffer } from 'node:stream/consumers';
import { createClient } from '@connectrpc/connect';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { fetchFrom } from '@marquee/testing/fetch-from';
import { rpcTransport } from './transport.ts';

/** A gateway behind which nobody is home for so many calls, and the bodies that it was sent. */
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
const catalogue = createClient(CatalogueService, rpcTransport());

test('a read that found nobody home is tried once more', async () => {
  const bodies = await gateway(1);
  await catalogue.getFilm({ filmId: 'a-film' });
  expect(bodies).toHaveLength(2);
});

test('so is a write, as the same one', async () => {
  const bodies = await gateway(1);
  await studio.createFilm({ requestId: 'the-request' });
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toBe(bodies[1]);
});

test('but none that its service would not know again, and nothing for ever', async () => {
  const bodies = await gateway(9);
  await expect(studio.createFilm({})).rejects.toMatchObject({ rawMessage: expect.any(String) });
  expect(bodies).toHaveLength(1);
  await expect(studio.createFilm({ requestId: 'the-request' })).rejects.toThrow();
  expect(bodies).toHaveLength(3);
});
