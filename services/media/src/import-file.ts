import { copyFile, stat } from 'node:fs/promises';
import { newId } from '@marquee/data/ids';
import * as assetStore from './assets/asset-store.ts';
import type { MediaResources } from './resources.ts';
import { kindOf } from './uploads/create-upload.ts';
import { finishUpload, uploadPath } from './uploads/finish-upload.ts';

export type FileToImport = {
  path: string;
  ownerId: string;
  filmId: string;
  slot: assetStore.AssetSlot;
  fileName: string;
  /** 'fewest' packages samples quickly. */
  ladderMode?: 'full' | 'fewest';
};

/** A file of this machine as if its maker had uploaded it: for the demo catalogue. Answers the asset's id. */
export async function importFile(resources: MediaResources, file: FileToImport): Promise<string> {
  const id = newId();
  const { size } = await stat(file.path);
  await copyFile(file.path, uploadPath(resources, id));
  await assetStore.insert(resources.db, {
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
  await finishUpload(resources, id);
  return id;
}
