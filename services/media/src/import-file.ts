import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { systemClock } from '@marquee/runtime/clock';
import type { Platform } from '@marquee/service/platform';
import * as assetStore from './assets/asset-store.ts';
import { blobLayout } from './blob-layout.ts';
import type { UploadsConfig } from './config.ts';
import { kindOf } from './uploads/create-upload.ts';
import { type FinishResources, finishUpload } from './uploads/finish-upload.ts';

export type FileToImport = {
  /** Importing an id again changes nothing. */
  id?: string;
  path: string;
  ownerId: string;
  filmId: string;
  slot: assetStore.AssetSlot;
  fileName: string;
  /** 'fewest' packages samples quickly. */
  ladderMode?: 'full' | 'fewest';
  /** The film uses it from the start. */
  bound?: boolean;
};

export type FileImporter = {
  /** Answers the asset's id; it is checked, and transcoded if it is a video, by the workers as any upload. */
  importFile(file: FileToImport): Promise<string>;
  /** True once no worker has anything left to do with the file: it was refused, or all is made that is made of it. */
  isSettled(id: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Takes files of this machine as if their makers had uploaded them: for the demo catalogue. */
export function openImporter(
  config: UploadsConfig,
  platform: Pick<Platform, 'databaseUrl' | 'blobs' | 'signals' | 'log'>,
): FileImporter {
  const { blobs, signals, log } = platform;
  if (!blobs) throw new Error('media needs a blob store');
  const db: Database = openDatabase({ url: platform.databaseUrl, max: 1, log, applicationName: 'media import' });
  const resources: FinishResources = { config, db, blobs, signals, clock: systemClock };
  return {
    importFile: (file) => importFile(resources, file),
    isSettled: (id) => isSettled(db, id),
    close: () => db.close(),
  };
}

async function isSettled(db: Database, id: string): Promise<boolean> {
  const open = await db.query(
    `SELECT 1 FROM assets a LEFT JOIN transcodes t ON t.id = a.current_transcode_id
     WHERE a.id = $1 AND (a.state IN ('UPLOADING', 'CHECKING') OR t.status IN ('WAITING', 'RUNNING'))`,
    [id],
  );
  return open.length === 0;
}

async function importFile(resources: FinishResources, file: FileToImport): Promise<string> {
  const id = file.id ?? newId();
  const known = await resources.db.query('SELECT 1 FROM assets WHERE id = $1', [id]);
  if (known.length > 0) return id;
  const { size } = await stat(file.path);
  await resources.blobs.put(blobLayout.master(id), createReadStream(file.path));
  await resources.db.transaction(async (tx) => {
    await assetStore.insert(tx, {
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
    if (file.bound) await assetStore.update(tx, id, { boundFilmId: file.filmId });
  });
  await finishUpload(resources, id, size);
  return id;
}
