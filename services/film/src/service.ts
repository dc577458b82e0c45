import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import { playbackSessions } from '@marquee/runtime/telemetry/instruments';
import { type Base, defineService } from '@marquee/service/define-service';
import { PrismaClient } from '../gen/prisma/client.ts';
import { backOfficeRpc } from './back-office/back-office-rpc.ts';
import { catalogueRpc } from './catalogue/catalogue-rpc.ts';
import { type FilmConfig, filmConfig } from './config.ts';
import { crewRpc } from './crew/crew-rpc.ts';
import { startHousekeeping } from './housekeeping.ts';
import { peopleCopy } from './people/people-copy.ts';
import type { FilmResources } from './resources.ts';
import { reviewRpc } from './reviews/review-rpc.ts';
import { mediaEvents } from './studio/media-events.ts';
import { studioRpc } from './studio/studio-rpc.ts';
import { createAudience } from './watch/audience.ts';
import { createPositionBuffer } from './watch/position-buffer.ts';
import { signInEvents } from './watch/sign-in-events.ts';
import { createSignedUrls } from './watch/signed-urls.ts';
import { watchRpc } from './watch/watch-rpc.ts';

const calls = { media: PlaybackService, identity: PeopleService };

export const film = defineService({
  name: 'film',
  summary: 'catalogue, studio, crew, access and playback, reviews',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: filmConfig,
  calls,
  resources: openFilm,
  rpc: [catalogueRpc, studioRpc, crewRpc, reviewRpc, watchRpc, backOfficeRpc],
  events: [mediaEvents, peopleCopy.events, signInEvents],
  topics: ['identity', 'media'],
  loops: [startHousekeeping, peopleCopy.loop],
  release: {
    heapMegabytes: 512,
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { cpu: '2', memory: '768Mi' } },
    autoscaling: { lagMessages: 500 },
  },
});

function openFilm(base: Base<FilmConfig, typeof calls, PrismaClient>) {
  const { db, log, clock, config, sharedCaches: caches } = base;
  const { media, identity } = base.calls;
  const audience = createAudience({ clock });
  base.onClose(playbackSessions.watch(() => audience.size()));
  const resources: FilmResources = {
    ...base,
    media,
    positions: createPositionBuffer({ db, log }),
    audience,
    signedUrls: createSignedUrls({ media, clock, tokenSeconds: config.PLAYBACK_TOKEN_SECONDS, caches }),
  };
  return { ...resources, identity };
}
