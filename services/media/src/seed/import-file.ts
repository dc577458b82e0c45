import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import type { Platform } from '@marquee/service/platform';
import { transact } from '@marquee/service/use-case';
import * as assets from '../assets/assets.ts';
import type { UploadsConfig } from '../config.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { kindOf } from '../uploads/create-upload.ts';
import { type FinishResources, finishUpload } from '../uploads/finish-upload.ts';

export type FileToImport = {
  /** Importing an id again changes nothing. */
  id?: string;
  path: string;
  ownerId: string;
  filmId: string;
  slot: assets.AssetSlot;
  fileName: string;
  /** 'fewest' makes few renditions, for samples. */
  ladderMode?: 'full' | 'fewest';
  /** The film uses it from the start. */
  bound?: boolean;
};

export type FileImporter = {
  /** Returns the asset's id. The workers check and transcode it as they do any upload. */
  importFile(file: FileToImport): Promise<string>;
  /** True once the file was refused, or its check and transcode have ended. */
  isSettled(id: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Imports files of this machine as uploads, for the demo catalogue. */
export function openImporter(
  config: UploadsConfig,
  platform: Pick<Platform, 'databaseUrl' | 'blobs' | 'signals' | 'log'>,
): FileImporter {
  const { blobs, signals, log } = platform;
  if (!blobs) throw new Error('media needs a blob store');
  const db: Database = openDatabase({
    url: platform.databaseUrl,
    max: 1,
    log,
    applicationName: 'media import',
  });
  const outbox = createOutbox({ clock: systemClock });
  const resources: FinishResources = { config, db, outbox, blobs, signals, clock: systemClock };
  return {
    importFile: (file) => importFile(resources, file),
    isSettled: async (id) => !(await assets.isInWork(db, id)),
    close: () => db.close(),
  };
}

async function importFile(resources: FinishResources, file: FileToImport): Promise<string> {
  const id = file.id ?? newId();
  if (await assets.get(resources.db, id)) return id;
  const { size } = await stat(file.path);
  await resources.blobs.put(blobLayout.master(id), createReadStream(file.path));
  await transact(resources, async ({ tx }) => {
    await assets.insert(tx, {
      id,
      ownerId: file.ownerId,
      filmId: file.filmId,
      kind: kindOf(file.slot),
      slot: file.slot,
      fileName: file.fileName,
      sizeBytes: BigInt(size),
      state: 'UPLOADING',
      ladderMode: file.ladderMode,
    });
    if (file.bound) await assets.update(tx, id, { boundFilmId: file.filmId });
  });
  await finishUpload(resources, id, size);
  return id;
}
