// `licence`: licences that film gives the viewers of a protected film, by CPU, with media as a stand-in, against bare grpc-js that
// checks the signature of the same viewer and reads the same session by one prepared statement. `licence keys` is media's part,
// which reads the sealed keys of a film and opens them, against bare grpc-js that reads and opens them by one statement.
import { randomUUID } from 'node:crypto';
import { createClient } from '@connectrpc/connect';
import { AssetKind, DrmEncodingStatus } from '@marquee/contracts/film/v1/film_pb';
import { GetLicenceRequestSchema, GetLicenceResponseSchema, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import {
  IssueLicenceRequestSchema,
  IssueLicenceResponseSchema,
  PlaybackService,
} from '@marquee/contracts/media/v1/playback_pb';
import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { migrate } from '@marquee/data/migrations';
import { startHarness } from '@marquee/film/testing/film-service';
import { startMediaDouble } from '@marquee/film/testing/media-double';
import { clearKeyLicence } from '@marquee/film/watch/clear-key-licence';
import { playbackRpc } from '@marquee/media/playback/playback-rpc';
import {
  type Keyring,
  makeContentKeys,
  openKeys,
  sealedKeysSchema,
  sealKeys,
} from '@marquee/media/protection/sealed-keys';
import type { MediaResources } from '@marquee/media/resources';
import { media as mediaDeclaration } from '@marquee/media/service';
import { startBareGrpc } from '@marquee/runtime/bench/bare-grpc';
import { compareCalls } from '@marquee/runtime/bench/compare-calls';
import { printFigure } from '@marquee/runtime/bench/figure';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { createVerifier } from '@marquee/runtime/verifier';
import { issueViewerToken, verifyViewerToken } from '@marquee/runtime/viewer-token';
import { cleanUp } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewerKey } from '@marquee/testing/test-keys';
import { testPlatform } from '@marquee/testing/test-platform';
import { startTestPostgres } from '@marquee/testing/test-postgres';

const log = createLogger({ service: 'bench', level: 'silent' });
const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;

/** Film with a protected film, and the session of somebody who watches it. */
async function watchedFilm() {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const alone = await testPlatform('film', { clock });
  const media = await startMediaDouble(alone);
  // One viewer asks for all licences: more than an account may.
  const rateLimits = { consume: async () => {} };
  const platform = { ...alone, rateLimits, addresses: { ...alone.addresses, media: media.address } };
  const film = await startHarness({ platform, media, clock }, {});
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const assets = (await maker.studio.getMyFilm({ filmId })).film?.assets ?? [];
  await film.media.protect(assets.find(({ kind }) => kind === AssetKind.FILM_VIDEO)?.mediaId ?? '');
  await eventually(async () => {
    const { film: known } = await maker.studio.getMyFilm({ filmId });
    if (known?.drmEncodingStatus !== DrmEncodingStatus.COMPLETED) throw new Error('not protected yet');
  });
  const viewer = film.lover();
  await viewer.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await viewer.watch.startPlayback({ requestId: newId(), filmId });
  return { film, viewer, playbackSessionId };
}

async function ofFilm(): Promise<void> {
  const { film, viewer, playbackSessionId } = await watchedFilm();
  const keys = publicKeys(viewerKey);
  const { token } = issueViewerToken(viewerKey, viewer.viewer, film.clock.now());
  const query = {
    name: 'bare.session',
    text: `SELECT s.*, u.expire_at FROM playback_sessions s JOIN films f ON f.id = s.film_id
      JOIN unlocks u ON u.film_id = s.film_id AND u.account_id = s.account_id WHERE s.id = $1 AND s.account_id = $2`,
  };
  const bare = await startBareGrpc({
    path: `/${WatchService.typeName}/GetLicence`,
    ...{ input: GetLicenceRequestSchema, output: GetLicenceResponseSchema },
    async answer(request) {
      const verified = verifyViewerToken(keys, token)?.viewer;
      const accountId = verified?.kind === 'account' ? verified.accountId : '';
      const { rows } = await film.db.pool.query({ ...query, values: [request.playbackSessionId, accountId] });
      return { clearKey: rows.length === 1 ? clearKeyLicence([]) : '' };
    },
  });
  const [ours, theirs] = [() => viewer.watch.getLicence({ playbackSessionId }), () => bare.call({ playbackSessionId })];
  printFigure(await compareCalls({ name: 'licence', ours, bare: theirs }));
  bare.close();
}

async function ofMedia(): Promise<void> {
  const ring: Keyring = [{ id: 'p1', secret: Buffer.alloc(32, 2) }];
  await migrate({ url: postgres.url, dirs: mediaDeclaration.database?.migrations ?? [], log });
  const db = openDatabase({ url: postgres.url, log, applicationName: 'bench' });
  const [assetId, version] = [randomUUID(), randomUUID()];
  const sealed = JSON.stringify(sealKeys(ring, version, makeContentKeys()));
  await db.query(
    `INSERT INTO assets (id, owner_id, kind, slot, file_name, size_bytes, state, protected)
     VALUES ($1, $1, 'VIDEO', 'FILM_VIDEO', 'film.mp4', 1, 'READY', true)`,
    [assetId],
  );
  await db.query("INSERT INTO transcodes (id, asset_id, status, is_protected) VALUES ($1, $2, 'COMPLETE', true)", [
    version,
    assetId,
  ]);
  await db.query('UPDATE assets SET current_transcode_id = $1 WHERE id = $2', [version, assetId]);
  await db.query(
    `INSERT INTO protections (id, asset_id, source_version, is_removal, status, sealed_keys)
     VALUES ($1, $2, $1, false, 'COMPLETED', $3)`,
    [version, assetId, sealed],
  );
  const key = generateSigningKey();
  const keys = publicKeys(key);
  const rpc = await serve({
    ...{ service: 'media', host: '127.0.0.1', port: 0, log },
    verifier: createVerifier({ viewerKeys: keys, serviceKeys: { film: keys } }),
    implementations: [playbackRpc({ db, config: { PROTECTION_KEYS: ring } } as unknown as MediaResources)],
  });
  const transport = grpcTransport({
    ...{ address: `127.0.0.1:${rpc.port}`, service: 'film', serviceKey: key, callee: 'media', defaultTimeoutMs: 5_000 },
  });
  const client = createClient(PlaybackService, transport);
  const query = {
    name: 'bare.keys',
    text: `SELECT p.id, p.sealed_keys FROM assets a JOIN protections p ON p.id = a.current_transcode_id WHERE a.id = $1`,
  };
  const bare = await startBareGrpc({
    path: `/${PlaybackService.typeName}/IssueLicence`,
    ...{ input: IssueLicenceRequestSchema, output: IssueLicenceResponseSchema },
    async answer(request) {
      const { rows } = await db.pool.query({ ...query, values: [request.assetId] });
      const { video, audio } = openKeys(ring, rows[0].id, sealedKeysSchema.parse(rows[0].sealed_keys));
      const text = (bytes: Buffer) => bytes.toString('base64url');
      return { keys: [video, audio].map(({ id, secret }) => ({ keyId: text(id), key: text(secret) })) };
    },
  });
  printFigure(
    await compareCalls({
      ...{ name: 'licence keys', ours: () => client.issueLicence({ assetId }), bare: () => bare.call({ assetId }) },
    }),
  );
  bare.close();
  transport.close();
  await rpc.drain(1_000);
  await db.close();
}

try {
  await ofFilm();
  await ofMedia();
} finally {
  await cleanUp();
  await postgres.stop();
}
