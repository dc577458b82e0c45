import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import { openDatabase } from '@marquee/data/database';
import { serviceMigrations } from '@marquee/data/migrations';
import { createPrisma } from '@marquee/data/prisma';
import { consume } from '@marquee/events/consumer';
import { createOutbox } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { eventsMigrations } from '@marquee/events/sources';
import type { Platform, RunningService } from '@marquee/service/platform';
import { rateLimitsOfService } from '@marquee/runtime/rate-limits';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { playbackSessions } from '@marquee/runtime/telemetry/instruments';
import { PrismaClient } from '../gen/prisma/client.ts';
import { backOfficeRpc } from './back-office/back-office-rpc.ts';
import { catalogueRpc } from './catalogue/catalogue-rpc.ts';
import type { FilmConfig } from './config.ts';
import { crewRpc } from './crew/crew-rpc.ts';
import { startHousekeeping } from './housekeeping.ts';
import { peopleEvents } from './people/people-events.ts';
import type { FilmResources } from './resources.ts';
import { reviewRpc } from './reviews/review-rpc.ts';
import { mediaEvents } from './studio/on-media-events.ts';
import { studioRpc } from './studio/studio-rpc.ts';
import { signInEvents } from './watch/identity-events.ts';
import { createAudience } from './watch/playback-quality.ts';
import { createPositionBuffer } from './watch/position-buffer.ts';
import { createSignedUrls } from './watch/signed-urls.ts';
import { watchRpc } from './watch/watch-rpc.ts';

/** What this service's database needs, in order. */
export const migrations = serviceMigrations(fileURLToPath(new URL('../prisma/migrations', import.meta.url)), [
  eventsMigrations,
]);

const CALL_TIMEOUT_MS = 5_000;
const DRAIN_MS_MAX = 10_000;

/** Starts film on a migrated database. */
export async function startFilm(config: FilmConfig, platform: Platform): Promise<RunningService> {
  const { log, clock, bus, signals, serviceKey } = platform;
  const db = openDatabase({ url: platform.databaseUrl, log, applicationName: 'film' });
  const mediaTransport = grpcTransport({
    address: platform.addresses.media,
    service: 'film',
    serviceKey,
    callee: 'media',
    defaultTimeoutMs: CALL_TIMEOUT_MS,
    clock,
  });
  const media = createClient(PlaybackService, mediaTransport);
  const resources: FilmResources = {
    db,
    prisma: createPrisma(PrismaClient, db),
    outbox: createOutbox({ clock }),
    clock,
    rateLimits: rateLimitsOfService(platform.rateLimits, 'film'),
    signals,
    log,
    media,
    config,
    positions: createPositionBuffer({ db, log }),
    audience: createAudience({ clock }),
    signedUrls: createSignedUrls({
      media,
      clock,
      tokenSeconds: config.PLAYBACK_TOKEN_SECONDS,
      caches: platform.sharedCaches,
    }),
  };
  const unwatch = playbackSessions.watch(() => resources.audience.size());
  const revocations = createRevocations({ clock });
  const unfollow = followRevocations(revocations, signals);
  const relay = startRelay({ url: platform.databaseUrl, bus, log });
  const handlers = [...mediaEvents(resources), ...peopleEvents, ...signInEvents(resources)];
  const consumer = await consume({ db, bus, group: 'film', handlers, log, clock });
  const housekeeping = startHousekeeping(resources);
  const rpc = await serve({
    service: 'film',
    host: platform.host,
    port: platform.port,
    log,
    clock,
    verifier: platform.verifier,
    rateLimits: platform.rateLimits,
    revocations,
    implementations: [
      catalogueRpc(resources),
      studioRpc(resources),
      crewRpc(resources),
      reviewRpc(resources),
      watchRpc(resources),
      backOfficeRpc(resources),
    ],
  });

  return {
    name: 'film',
    rpcPort: rpc.port,
    leave: rpc.leave,
    drain: async () => {
      await rpc.drain(DRAIN_MS_MAX);
      unwatch();
      unfollow();
      try {
        await housekeeping.stop();
      } finally {
        // Whatever was lost, all else ends in order.
        await consumer.close();
        await relay.close();
        mediaTransport.close();
        await db.close();
      }
    },
  };
}
