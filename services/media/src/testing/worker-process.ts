// Runs media's workers in a process that tests can kill. Its environment is media's, with DATABASE_URL and BLOBS_ROOT.
import { mkdir } from 'node:fs/promises';
import { openDatabase } from '@marquee/data/database';
import { createPrisma } from '@marquee/data/prisma';
import { createOutbox } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals } from '@marquee/runtime/signals';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { PrismaClient } from '../../gen/prisma/client.ts';
import { mediaConfig } from '../config.ts';
import { startPictureMaker } from '../pictures/picture-maker.ts';
import { findTools } from '../transcode/find-tools.ts';
import { startWorkers } from '../workers.ts';

const config = loadConfig(mediaConfig, process.env);
const log = createLogger({ service: 'media worker', level: 'error' });
await mkdir(config.SCRATCH_DIR, { recursive: true });
const db = openDatabase({
  url: process.env.DATABASE_URL ?? '',
  max: 2,
  log,
  applicationName: 'worker',
});
const onStarted = ({ pid, command }: { pid: number; command: string }) => {
  process.send?.({ pid, command });
  return () => {};
};
const workers = startWorkers({
  config,
  db,
  log,
  prisma: createPrisma(PrismaClient, db),
  outbox: createOutbox({ clock: systemClock }),
  clock: systemClock,
  signals: memorySignals(),
  blobs: await diskBlobs({ root: process.env.BLOBS_ROOT ?? '' }),
  tools: findTools({ preset: config.X264_PRESET, threads: 1 }, config.PATH, onStarted).tools,
  pictures: startPictureMaker(),
  films: { requireEditable: async () => ({ title: '' }), isLive: async () => false },
  scanner: undefined,
});
process.once('SIGTERM', () => void workers.close().then(() => process.exit(0)));
