import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { type Base, defineService, type Loop } from '@marquee/service/define-service';
import { licenceServerVariables } from '@marquee/service/licence-servers';
import { folderCheck } from '@marquee/service/setting-checks';
import { PrismaClient } from '../gen/prisma/client.ts';
import { filmClient } from './assets/film-client.ts';
import { mediaRpc } from './assets/media-rpc.ts';
import { onFilmAssetBound } from './assets/on-film-asset-bound.ts';
import { onFilmOwnerChanged } from './assets/on-film-owner-changed.ts';
import { type MediaConfig, mediaConfig } from './config.ts';
import { listenHttp } from './http/media-http.ts';
import { personalData } from './personal-data/personal-data.ts';
import { onOrganizationPicturesChanged } from './pictures/on-organization-pictures-changed.ts';
import { onProfilePicturesChanged } from './pictures/on-profile-pictures-changed.ts';
import { startPictureMaker } from './pictures/picture-maker.ts';
import { pictureRpc } from './pictures/picture-rpc.ts';
import { onPlaybackEnded } from './playback/on-playback-ended.ts';
import { onSessionEnded } from './playback/on-session-ended.ts';
import { playbackRpc } from './playback/playback-rpc.ts';
import { followSessions, type PlaybackSessions, playbackSessions } from './playback/playback-sessions.ts';
import { workerKeyRpc } from './remote-workers/worker-key-rpc.ts';
import type { MediaResources } from './resources.ts';
import { findTools, toolChecks } from './transcode/find-tools.ts';
import { transcodes } from './transcode-queue/instruments.ts';
import { count as countTranscodes } from './transcode-queue/transcodes.ts';
import { onAccountSuspended } from './upload-links/on-account-suspended.ts';
import { uploadLinkRpc } from './upload-links/upload-link-rpc.ts';
import { clamdScanner } from './uploads/malware-scanner.ts';
import { startTranscodes, startWorkers } from './workers.ts';

const calls = { film: StudioService };

const LICENCE_SERVERS = [...Object.keys(licenceServerVariables), 'DRM_TOKEN_KEY'];

type MediaBase = Base<MediaConfig, typeof calls, PrismaClient, 'blobs'>;
type Opened = MediaBase & MediaResources & { sessions: PlaybackSessions };

const shared = {
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: mediaConfig,
  calls,
  uses: ['blobs'],
  checks: [...toolChecks, folderCheck('SCRATCH_DIR'), folderCheck('UPLOADS_DIR')],
} as const;

export const media = defineService({
  ...shared,
  name: 'media',
  uses: ['blobs', 'scanner'],
  summary: 'uploads, transcodes, pictures, signed playback',
  entry: new URL('./main.ts', import.meta.url).href,
  resources: (base: MediaBase) => openMedia(base, 'media'),
  rpc: [mediaRpc, playbackRpc, pictureRpc, uploadLinkRpc, workerKeyRpc],
  events: [
    onSessionEnded,
    onPlaybackEnded,
    onFilmAssetBound,
    onProfilePicturesChanged,
    onOrganizationPicturesChanged,
    onAccountSuspended,
    onFilmOwnerChanged,
  ],
  loops: [followSessions, startWorkers, watchTranscodes],
  personalData,
  http: { port: 'MEDIA_HTTP_PORT', serve: listenHttp },
  release: {
    heapMegabytes: 512,
    resources: {
      requests: { cpu: '250m', memory: '768Mi', 'ephemeral-storage': '4Gi' },
      limits: { cpu: '2', memory: '1536Mi', 'ephemeral-storage': '25Gi' },
    },
    autoscaling: { lagMessages: 500 },
    small: {
      heapMegabytes: 256,
      resources: {
        requests: { cpu: '150m', memory: '512Mi', 'ephemeral-storage': '25Gi' },
        limits: { cpu: '2', memory: '1Gi', 'ephemeral-storage': '25Gi' },
      },
      environment: { UPLOADS_AT_ONCE: '8', SEGMENT_CACHE_BYTES: '134217728' },
    },
    premiere: {
      autoscaling: { minReplicas: 4, maxReplicas: 6 },
      resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
      environment: { SEGMENT_CACHE_BYTES: '268435456' },
    },
    // The check of an upload reads up to 20 GB as a file, one at a time.
    scratch: { size: '24Gi' },
    environment: { TRANSCODE_WORKER: '0' },
    isBehindEdge: true,
    adjustable: ['TRANSCODE_THREADS', 'CLAMD_URL', ...LICENCE_SERVERS],
  },
});

export const mediaWorker = defineService({
  ...shared,
  name: 'media-worker',
  summary: 'transcodes, and nothing else; as many as there is work for',
  entry: new URL('./worker-main.ts', import.meta.url).href,
  database: 'media',
  resources: (base: MediaBase) =>
    openMedia({ ...base, config: { ...base.config, TRANSCODE_WORKER: '1' } }, 'media-worker'),
  loops: [startTranscodes],
  release: {
    replicas: 1,
    resources: {
      requests: { cpu: '1', memory: '2Gi', 'ephemeral-storage': '20Gi' },
      limits: { cpu: '4', memory: '4Gi', 'ephemeral-storage': '61Gi' },
    },
    small: {
      resources: {
        requests: { cpu: '500m', memory: '768Mi', 'ephemeral-storage': '61Gi' },
        limits: { cpu: '2', memory: '2Gi', 'ephemeral-storage': '61Gi' },
      },
    },
    premiere: {
      autoscaling: { minReplicas: 2, maxReplicas: 8 },
      resources: { requests: { cpu: '4', memory: '4Gi' }, limits: { cpu: '8', memory: '8Gi' } },
    },
    // A master of up to 20 GB and its renditions.
    scratch: { size: '60Gi' },
    adjustable: ['TRANSCODE_THREADS', ...LICENCE_SERVERS],
    autoscaling: {
      minReplicas: 1,
      queuedTranscodes: 2,
      // Kubernetes chooses which pod goes, and its transcode begins again elsewhere: one at a time, after half an hour
      // of too little to do.
      scaleDown: { stabilizationWindowSeconds: 1800, policies: [{ type: 'Pods', value: 1, periodSeconds: 1800 }] },
    },
  },
});

async function openMedia(base: MediaBase, name: string): Promise<Opened> {
  const { log } = base;
  // Of its own: another service of the same process may have the same setting.
  const config = { ...base.config, SCRATCH_DIR: join(base.config.SCRATCH_DIR, name) };
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
  );
  for (const warning of warnings) log.warn(warning);

  const pictures = startPictureMaker();
  base.onClose(() => pictures.close());
  const sessions = playbackSessions(base);
  // When all sessions of an account end, each is reported by itself.
  base.revocations.onRevoked((revocation) => 'sessionId' in revocation && sessions.end(revocation.sessionId));
  return {
    ...base,
    config,
    tools,
    pictures,
    sessions,
    films: filmClient(base.calls.film),
    scanner: config.CLAMD_URL ? clamdScanner(config.CLAMD_URL) : undefined,
  };
}

async function prepareFolders(config: MediaConfig): Promise<void> {
  await rm(config.SCRATCH_DIR, { recursive: true, force: true });
  await mkdir(config.SCRATCH_DIR, { recursive: true });
  await mkdir(config.UPLOADS_DIR, { recursive: true });
}

/** Counts what waits and runs, at each scrape. */
function watchTranscodes({ db }: MediaResources): Loop {
  const unwatch = transcodes.watch(async () => {
    const { queued, running } = await countTranscodes(db);
    return [
      [queued, { state: 'queued' }],
      [running, { state: 'running' }],
    ];
  });
  return { close: async () => unwatch() };
}
