import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { type Database, openDatabase } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { serviceMigrations } from '@marquee/data/migrations';
import { createPrisma } from '@marquee/data/prisma';
import { consume, on } from '@marquee/events/consumer';
import { createOutbox } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { eventsMigrations } from '@marquee/events/sources';
import type { Platform, RunningService } from '@marquee/runtime/platform';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { transcodes } from '@marquee/runtime/telemetry/instruments';
import { PrismaClient } from '../gen/prisma/client.ts';
import { filmDesk } from './assets/film-desk.ts';
import { mediaRpc } from './assets/media-rpc.ts';
import { onFilmAssetBound } from './assets/on-film-asset-bound.ts';
import type { MediaConfig } from './config.ts';
import { listenHttp } from './http/media-http.ts';
import { startPictureMaker } from './pictures/picture-maker.ts';
import { playbackRpc } from './playback/playback-rpc.ts';
import { type PlaybackSessions, playbackSessions } from './playback/playback-sessions.ts';
import type { MediaResources } from './resources.ts';
import { findTools } from './transcode/find-tools.ts';
import type { ChildStarted } from './transcode/run-child.ts';
import { count as countTranscodes } from './transcode-queue/transcode-store.ts';
import { startTranscodes, startWorkers } from './workers.ts';

/** What media's database is migrated with. */
export const migrations = serviceMigrations(fileURLToPath(new URL('../prisma/migrations', import.meta.url)), [
  eventsMigrations,
]);

export type RunningMedia = RunningService & { httpPort: number };

export type MediaOptions = {
  /** Told of every child process, so that a start after a kill can end what is left. */
  onChild?: ChildStarted;
};

const DRAIN_MS = 5000;
const CALL_TIMEOUT_MS = 5_000;
const SESSIONS_EVERY_MS = 30_000;

/** What serving and transcoding are both made of. */
async function openMedia(config: MediaConfig, platform: Platform, options: MediaOptions) {
  const { log, signals, clock } = platform;
  if (!platform.blobs) throw new Error('media needs a blob store');
  await prepareFolders(config);
  const { tools, warnings } = findTools(
    {
      ffmpeg: config.FFMPEG_PATH,
      ffprobe: config.FFPROBE_PATH,
      packager: config.PACKAGER_PATH,
      preset: config.X264_PRESET,
      threads: config.TRANSCODE_THREADS,
    },
    config.PATH,
    options.onChild,
  );
  for (const warning of warnings) log.warn(warning);

  const db = openDatabase({ url: platform.databaseUrl, log, applicationName: 'media' });
  const pictures = startPictureMaker({ onStarted: options.onChild });
  const film = grpcTransport({
    address: platform.addresses.film,
    service: 'media',
    serviceKey: platform.serviceKey,
    callee: 'film',
    defaultTimeoutMs: CALL_TIMEOUT_MS,
    clock,
  });
  const resources: MediaResources = {
    config,
    db,
    prisma: createPrisma(PrismaClient, db),
    outbox: createOutbox({ clock }),
    clock,
    signals,
    blobs: platform.blobs,
    log,
    tools,
    pictures,
    films: filmDesk(createClient(StudioService, film)),
  };

  return {
    resources,
    async close() {
      await pictures.close();
      film.close();
      await db.close();
    },
  };
}

/** Starts media on a migrated database: uploads, pictures, playback, and transcodes where the configuration says so. */
export async function startMedia(
  config: MediaConfig,
  platform: Platform,
  options: MediaOptions = {},
): Promise<RunningMedia> {
  const { log, bus, signals, clock, verifier } = platform;
  const media = await openMedia(config, platform, options);
  const { resources } = media;
  const sessions = playbackSessions(resources);
  const revocations = createRevocations({ clock });
  // The end of an account is the end of each of its sessions.
  revocations.onRevoked((revocation) => 'sessionId' in revocation && sessions.end(revocation.sessionId));
  const stopFollowing = followRevocations(revocations, signals);
  const following = await followEvents(resources.db, platform, sessions);

  const relay = startRelay({ url: platform.databaseUrl, bus, log });
  const workers = startWorkers(resources);
  const unwatch = transcodes.watch(async () => {
    const { queued, running } = await countTranscodes(resources.db);
    return [
      [queued, { state: 'queued' }],
      [running, { state: 'running' }],
    ];
  });
  const { host } = platform;
  const { locks } = platform;
  const httpOptions = { host, port: config.MEDIA_HTTP_PORT, verifier, revocations, sessions, locks };
  const http = await listenHttp(resources, httpOptions);
  const implementations = [mediaRpc(resources), playbackRpc(resources)];
  const rpc = await serve({
    service: 'media',
    host,
    port: platform.port,
    log,
    clock,
    verifier,
    revocations,
    rateLimits: platform.rateLimits,
    implementations,
  });

  return {
    name: 'media',
    rpcPort: rpc.port,
    httpPort: http.port,
    leave() {
      rpc.leave();
      http.leave();
    },
    async drain() {
      unwatch();
      await Promise.all([rpc.drain(DRAIN_MS), http.close(DRAIN_MS)]);
      await workers.close();
      await following.close();
      stopFollowing();
      await relay.close();
      await media.close();
    },
  };
}

/** Starts a process that transcodes and does nothing else, on the database of a running media. */
export async function startMediaWorker(
  config: MediaConfig,
  platform: Platform,
  options: MediaOptions = {},
): Promise<{ drain(): Promise<void> }> {
  const media = await openMedia({ ...config, TRANSCODE_WORKER: '1' }, platform, options);
  const workers = startTranscodes(media.resources);
  return {
    async drain() {
      await workers.close();
      await media.close();
    },
  };
}

async function prepareFolders(config: MediaConfig): Promise<void> {
  await rm(config.SCRATCH_DIR, { recursive: true, force: true });
  await mkdir(config.SCRATCH_DIR, { recursive: true });
  await mkdir(config.UPLOADS_DIR, { recursive: true });
}

/**
 * Films take assets and let go of them. The end of a session reaches this process by signal; what a signal missed comes
 * by bus and from the table.
 */
async function followEvents(db: Database, { bus, log, clock, signals }: Platform, sessions: PlaybackSessions) {
  await sessions.load();
  const consumer = await consume({
    db,
    bus,
    log,
    clock,
    group: 'media',
    handlers: [
      on(SessionEndedSchema, async (tx, { sessionId }) => {
        await sessions.record(tx, sessionId);
        return () => sessions.end(sessionId);
      }),
      on(FilmAssetBoundSchema, (tx, event) => onFilmAssetBound({ signals }, tx, event)),
    ],
  });
  const loading = every(SESSIONS_EVERY_MS, sessions.load, { name: 'ended-sessions', log });
  return {
    async close() {
      await loading.close();
      await consumer.close();
    },
  };
}
