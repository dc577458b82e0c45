import type { Database } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import type { Outbox } from '@marquee/events/outbox';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { Signals } from '@marquee/runtime/signals';
import type { Write } from '@marquee/service/use-case';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { PrismaClient } from '../gen/prisma/client.ts';
import type { EditableFilms } from './assets/editable-films.ts';
import type { MediaConfig } from './config.ts';
import type { PictureMaker } from './pictures/picture-maker.ts';
import type { MediaTools } from './transcode/media-tools.ts';
import type { MalwareScanner } from './uploads/malware-scanner.ts';

/** The first parameter of media's writing use cases. */
export type MediaWrite = Write<MediaResources>;

/** The resources of media's use cases and loops. */
export type MediaResources = {
  config: MediaConfig;
  db: Database;
  prisma: Reader<PrismaClient>;
  outbox: Outbox;
  clock: Clock;
  signals: Signals;
  blobs: BlobStore;
  log: Logger;
  tools: MediaTools;
  pictures: PictureMaker;
  films: EditableFilms;
  /** undefined where none is configured. */
  scanner: MalwareScanner | undefined;
};
