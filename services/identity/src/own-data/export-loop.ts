import { startWorkLoop, type WorkLoopOptions } from '@marquee/data/work-loop';
import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { Loop } from '@marquee/service/define-service';
import type { Write } from '@marquee/service/use-case';
import { workOf } from '@marquee/service/work';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import { languageOf } from '../session/browser.ts';
import type { ClaimedExport } from './account-exports.ts';
import * as accountExports from './account-exports.ts';
import { EXPORT_README } from './export-readme.ts';
import { exportsMade } from './instruments.ts';
import { exportReady } from './own-data-events.ts';
import { type ArchivedFile, textFile, writeArchive } from './write-archive.ts';

/** Pauses before the second and later attempts: a service may be unavailable for a night. */
const RETRY_DELAYS_MS = [10_000, 60_000, 600_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000];

type Archive = { blobKey: string; sizeBytes: number };

/** Makes exports, one at a time in each process. One that is killed begins again, and is announced once. */
export function exportLoop(
  resources: IdentityResources,
): WorkLoopOptions<ClaimedExport, Archive, Write<IdentityResources>> {
  const { blobs } = resources;
  return workOf(resources, {
    name: accountExports.EXPORT_LOOP,
    table: accountExports.work,
    retryDelaysMs: RETRY_DELAYS_MS,
    async run({ attempt, accountId, folder, requestedAt }, { signal }) {
      // Of its own: an attempt that lost its lease does not write over the one that has it.
      const blobKey = `${folder}${attempt}.zip`;
      const files = archivedFiles(resources, accountId, signal);
      const { size } = await writeArchive(blobs, blobKey, files, { signal, modifiedAt: requestedAt });
      return { blobKey, sizeBytes: size };
    },
    async complete({ tx, clock, emit }, row, archive) {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + OWN_DATA_LIMITS.exportKeptMs);
      const isHeld = await accountExports.finish(tx, row, { ...archive, now, expiresAt });
      if (isHeld) await emit(exportReady(row));
      return isHeld;
    },
    giveUp: ({ tx }, row) => accountExports.fail(tx, row),
    async ended({ folder, attempt }, { outcome }) {
      exportsMade.add(1, { outcome });
      // The sweeper would find it too, when the export's time is over.
      if (outcome !== 'complete' && outcome !== 'unknown') await blobs.delete(`${folder}${attempt}.zip`);
    },
  });
}

export function startExports(resources: IdentityResources): Loop {
  return resources.config.OWN_DATA_WORKER === '1' ? startWorkLoop(exportLoop(resources)) : { close: async () => {} };
}

async function* archivedFiles(
  resources: IdentityResources,
  accountId: string,
  signal: AbortSignal,
): AsyncGenerator<ArchivedFile> {
  const account = await accounts.find(resources.prisma, accountId);
  yield textFile('README.txt', EXPORT_README[languageOf({ language: account?.preferredLanguage })]);
  for (const owner of resources.dataOwners(resources)) {
    for await (const { path, pieces } of owner.files(accountId, { signal })) {
      // A table without rows of theirs gives no file.
      const first = pieces[Symbol.asyncIterator]();
      const begun = await first.next();
      if (begun.done) continue;
      yield { path: `${owner.name}/${path}`, pieces: continued(begun.value, first) };
    }
  }
}

async function* continued<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
