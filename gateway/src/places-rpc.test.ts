import { createRequire } from 'node:module';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { PlacesService } from '@marquee/contracts/realtime/v1/places_pb';
import { openPlaces } from '@marquee/geo/places';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import type { Viewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { placesRpc } from './places-rpc.ts';

const COUNTRIES = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
);

async function placesIn(file: string, now: Date) {
  const server = await serve({
    ...{ service: 'realtime', host: '127.0.0.1', port: 0, log: silentLog },
    verifier: createVerifier(verifierKeys),
    implementations: [placesRpc({ places: openPlaces({ file, log: silentLog, clock: { now: () => now } }) })],
  });
  atEnd(() => server.drain(100));
  const stateFor = (viewer: Viewer) => clientFor(server, PlacesService, viewer).getPlacesState({});
  const unreadableSince = async () => {
    const { unreadableSince: since } = await stateFor(viewers.staff());
    return since && timestampDate(since);
  };
  return { stateFor, unreadableSince };
}

test('staff read since when a gateway cannot find places, and nothing where its file can be read [WAT-03]', async () => {
  const now = new Date();
  const { unreadableSince } = await placesIn('/nowhere/countries.mmdb', now);
  expect(await unreadableSince()).toEqual(now);
  expect(await (await placesIn(COUNTRIES, now)).unreadableSince()).toBeUndefined();
});

test('only staff learn what the gateway knows of places', async () => {
  const { stateFor } = await placesIn(COUNTRIES, new Date());
  await expect(stateFor(viewers.visitor())).rejects.toMatchObject({ code: Code.Unauthenticated });
  for (const viewer of [viewers.movieLover(), viewers.entertainmentPro(), viewers.director()]) {
    await expect(stateFor(viewer)).rejects.toMatchObject({ code: Code.PermissionDenied });
  }
  expect((await stateFor(viewers.admin())).unreadableSince).toBeUndefined();
});
