import { createPrisma } from '@marquee/data/prisma';
import { createOutbox } from '@marquee/events/outbox';
import type { Logger } from '@marquee/runtime/log';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { PrismaClient } from '../../gen/prisma/client.ts';
import { startPictureMaker } from '../pictures/picture-maker.ts';
import type { MediaResources } from '../resources.ts';
import { clamdScanner } from '../uploads/malware-scanner.ts';
import type { MediaHarness } from './media-service.ts';
import { testTools } from './test-clips.ts';

/** What the use cases of a running service are given, for a test that runs one itself. */
export function resourcesOf({ platform, config }: MediaHarness, log: Logger = silentLog): MediaResources {
  const pictures = startPictureMaker();
  atEnd(() => pictures.close());
  return {
    config,
    db: platform.db,
    prisma: createPrisma(PrismaClient, platform.db),
    outbox: createOutbox({ clock: platform.clock }),
    clock: platform.clock,
    signals: platform.signals,
    blobs: platform.blobs,
    log,
    tools: testTools(),
    pictures,
    scanner: config.CLAMD_URL ? clamdScanner(config.CLAMD_URL) : undefined,
    films: { requireEditable: async () => ({ title: '' }), isLive: async () => false },
  };
}
