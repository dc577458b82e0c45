import * as endedAddresses from '../playback/ended-addresses.ts';
import * as endedSessions from '../playback/ended-sessions.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from './blob-layout.ts';
import * as garbage from './garbage.ts';

const SWEEP_ROWS_MAX = 50;

/** Deletes blobs that no row refers to. Safe to repeat, and to run in several processes at once. */
export async function sweepGarbage({ db, blobs }: MediaResources): Promise<void> {
  for (const prefix of await garbage.due(db, SWEEP_ROWS_MAX)) {
    const asset = blobLayout.assetOfMasterPrefix(prefix);
    // By its full key: not every store lists multipart uploads by prefix.
    if (asset) await blobs.parts?.abort(blobLayout.master(asset));
    await blobs.deletePrefix(prefix);
    await garbage.remove(db, prefix);
  }
  await endedSessions.prune(db);
  await endedAddresses.prune(db);
}
