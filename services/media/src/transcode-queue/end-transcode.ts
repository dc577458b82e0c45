import { transcodeDeleted } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import * as pictures from '../pictures/pictures.ts';
import { endProtection } from '../protection/end-protection.ts';
import type { MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import * as transcodes from './transcodes.ts';

/** Ends the asset's transcode, if it is in one of these states, and deletes its output. */
export async function endTranscode(
  write: MediaWrite,
  asset: assets.AssetRow,
  from: readonly string[],
): Promise<assets.WholeAsset> {
  const { tx, emit, touch } = write;
  const current = asset.currentTranscodeId ? await transcodes.get(tx, asset.currentTranscodeId) : undefined;
  if (!current || !from.includes(current.status)) return assets.complete(tx, asset);

  await transcodes.end(tx, current.id, current.status === 'COMPLETE' ? 'DELETED' : 'CANCELLED');
  const leftovers = blobLayout.renditionsOfVersion(asset.id, current.id);
  await garbage.discard(tx, leftovers, current.status === 'RUNNING' ? garbage.CANCELLED_WRITER_S : 0);
  for (const id of current.posterIds) await pictures.remove(tx, id);
  await endProtection(write, asset);
  // What is made next of a protected video is protected again.
  const protection = asset.protected ? 'IN_PROGRESS' : '';
  const changed = await assets.update(tx, asset.id, { currentTranscodeId: null, protection });
  await emit(transcodeDeleted(changed));
  touch('asset', changed);
  touch('version-ended', { id: current.id, version: changed.version });
  touch('transcode-cancelled', { id: current.id, version: changed.version });
  return assets.complete(tx, changed);
}
