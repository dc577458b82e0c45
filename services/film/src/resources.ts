import type { Client } from '@connectrpc/connect';
import type { PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import type { Database } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import type { Outbox } from '@marquee/events/outbox';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { Signals } from '@marquee/runtime/signals';
import type { PrismaClient } from '../gen/prisma/client.ts';
import type { FilmConfig } from './config.ts';
import type { Audience } from './watch/playback-quality.ts';
import type { PositionBuffer } from './watch/position-buffer.ts';
import type { SignedUrls } from './watch/signed-urls.ts';

/** All that the capabilities of film work with, built once in service.ts. */
export type FilmResources = {
  db: Database;
  prisma: Reader<PrismaClient>;
  outbox: Outbox;
  clock: Clock;
  rateLimits: RateLimits;
  signals: Signals;
  log: Logger;
  media: Client<typeof PlaybackService>;
  config: FilmConfig;
  positions: PositionBuffer;
  audience: Audience;
  signedUrls: SignedUrls;
};
