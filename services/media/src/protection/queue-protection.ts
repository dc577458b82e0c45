import { newId } from '@marquee/data/ids';
import { protectionChanged } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import type { MediaWrite } from '../resources.ts';
import * as protections from './protections.ts';
import { makeContentKeys, sealKeys } from './sealed-keys.ts';

type Queueing = Pick<MediaWrite, 'tx' | 'clock' | 'emit' | 'touch' | 'config'>;

/** Has the renditions of a locked asset encrypted, with new keys. */
export async function queueProtection(
  write: Queueing,
  asset: assets.AssetRow,
  version: string,
): Promise<assets.AssetRow> {
  const id = newId();
  const sealedKeys = sealKeys(write.config.PROTECTION_KEYS, id, makeContentKeys());
  return queue(write, { id, assetId: asset.id, sourceVersion: version, isRemoval: false, sealedKeys });
}

/** Has the renditions of a locked asset made clear again. */
export function queueRemoval(write: Queueing, asset: assets.AssetRow, version: string): Promise<assets.AssetRow> {
  return queue(write, { id: newId(), assetId: asset.id, sourceVersion: version, isRemoval: true, sealedKeys: null });
}

async function queue({ tx, clock, emit, touch }: Queueing, made: protections.NewProtection): Promise<assets.AssetRow> {
  await protections.queue(tx, made, clock.now());
  const changed = await assets.update(tx, made.assetId, { protection: 'IN_PROGRESS' });
  await emit(protectionChanged(await assets.complete(tx, changed)));
  touch('asset', changed);
  return changed;
}
