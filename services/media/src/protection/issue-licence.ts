import type { Viewer } from '@marquee/runtime/viewer';
import { assetNotFound, assetNotReady } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { isPlayable } from '../assets/is-playable.ts';
import type { MediaResources } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import * as protections from './protections.ts';
import { type ContentKey, openKeys, sealedKeysSchema } from './sealed-keys.ts';

export type IssuedKey = { keyId: string; key: string };

/** The keys of what plays of an asset, for film, which has checked the viewer's right to it. They are in no log. */
export async function issueLicence(
  { db, config }: MediaResources,
  _viewer: Viewer,
  { assetId }: { assetId: string },
): Promise<IssuedKey[]> {
  const asset = await assets.get(db, assetId);
  if (!asset) throw assetNotFound();
  const { currentTranscodeId } = asset;
  const version = currentTranscodeId ? await transcodes.get(db, currentTranscodeId) : undefined;
  if (!version || !isPlayable(asset, version) || !version.isProtected) throw assetNotReady();
  const protection = await protections.get(db, version.id);
  const { video, audio } = openKeys(config.PROTECTION_KEYS, version.id, sealedKeysSchema.parse(protection?.sealedKeys));
  const issued = ({ id, secret }: ContentKey) => ({
    keyId: id.toString('base64url'),
    key: secret.toString('base64url'),
  });
  return [issued(video), issued(audio)];
}
