import { assetSchema } from '@marquee/rules/asset-requests';
import type { Viewer } from '@marquee/runtime/viewer';
import { licenceServersOf } from '@marquee/service/licence-servers';
import { z } from 'zod';
import { assetNotFound, assetNotReady } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { isPlayable } from '../assets/is-playable.ts';
import type { MediaResources } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { type IssuedKey, licenceToken } from './licence-token.ts';
import { noLicenceServer, notProtected } from './protection-errors.ts';
import * as protections from './protections.ts';
import { type ContentKey, openKeys, sealedKeysSchema } from './sealed-keys.ts';

export const issueLicenceSchema = assetSchema.extend({ playbackSessionId: z.string(), filmId: z.string() });

export type IssuedLicence = { keys: IssuedKey[]; token: string };

/**
 * The keys of what plays of an asset, for film, which has checked the viewer's right to it; for a playback whose licence a
 * server issues, a token that only that server can open. They are in no log [WAT-06].
 */
export async function issueLicence(
  { db, config, clock }: MediaResources,
  _viewer: Viewer,
  { assetId, playbackSessionId, filmId }: z.output<typeof issueLicenceSchema>,
): Promise<IssuedLicence> {
  const asset = await assets.get(db, assetId);
  if (!asset) throw assetNotFound();
  const { currentTranscodeId } = asset;
  const version = currentTranscodeId ? await transcodes.get(db, currentTranscodeId) : undefined;
  if (!version || !isPlayable(asset, version)) throw assetNotReady();
  if (!version.isProtected) throw notProtected();
  const protection = await protections.get(db, version.id);
  const { video, audio } = openKeys(config.PROTECTION_KEYS, version.id, sealedKeysSchema.parse(protection?.sealedKeys));
  const issued = ({ id, secret }: ContentKey) => ({
    keyId: id.toString('base64url'),
    key: secret.toString('base64url'),
  });
  const keys = [issued(video), issued(audio)];
  if (!playbackSessionId) return { keys, token: '' };
  if (!config.DRM_TOKEN_KEY || licenceServersOf(config).length === 0) throw noLicenceServer();
  const token = await licenceToken(config.DRM_TOKEN_KEY, { playbackSessionId, filmId, keys }, clock.now());
  return { keys: [], token };
}
