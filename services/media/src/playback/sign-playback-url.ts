import { isId } from '@marquee/data/ids';
import { PLAYBACK_TOKEN_SECONDS_MAX } from '@marquee/rules/media';
import type { Viewer } from '@marquee/runtime/viewer';
import { type LicenceServer, licenceServersOf } from '@marquee/service/licence-servers';
import { PLAYBACK_CLAIM, signPlayback } from '@marquee/storage/playback-token';
import { z } from 'zod';
import type { TextTrack } from '../../gen/prisma/client.ts';
import { assetNotFound, assetNotReady } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { isPlayable } from '../assets/is-playable.ts';
import type { MediaResources } from '../resources.ts';
import * as textTracks from '../text-tracks/text-tracks.ts';
import { DASH_MANIFEST, HLS_MANIFEST } from '../transcode/package-cmaf.ts';
import { TRICKPLAY_TRACK } from '../transcode/trickplay.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';

/** The session of tokens that are for everybody, such as those of trailers. */
export const PUBLIC_SESSION = 'public';

const TOKEN_SECONDS = PLAYBACK_TOKEN_SECONDS_MAX;
// A player of native HLS cannot replace its token, so film asks for one that lasts for the film; this is the maximum.
const NATIVE_SECONDS_MAX = 16 * 60 * 60;

export const signPlaybackSchema = z.object({
  assetId: z.string(),
  sessionId: z.union([z.literal(''), z.string().regex(PLAYBACK_CLAIM)], 'This session does not exist.'),
  filmId: z.string(),
  addressId: z.union([z.literal(''), z.string().regex(PLAYBACK_CLAIM)], 'This playback does not exist.'),
  playsFrom: z.date().optional(),
  expiresAt: z.date().optional(),
});

export type SignedPlayback = {
  baseUrl: string;
  hlsManifest: string;
  dashManifest: string;
  trickplay: string;
  durationMs: number;
  expiresAt: Date;
  textTracks: TextTrack[];
  licenceServers: LicenceServer[];
};

/** The address under which a session may play a film's asset; without `expiresAt`, for 10 minutes. */
export async function signPlaybackUrl(
  { db, clock, config }: MediaResources,
  _viewer: Viewer,
  { assetId, sessionId, filmId, addressId, playsFrom, expiresAt }: z.output<typeof signPlaybackSchema>,
): Promise<SignedPlayback> {
  if (!isId(assetId) || !isId(filmId)) throw assetNotFound();
  const asset = await assets.get(db, assetId);
  if (!asset) throw assetNotFound();
  const transcode = asset.currentTranscodeId ? await transcodes.get(db, asset.currentTranscodeId) : undefined;
  if (!transcode || !isPlayable(asset, transcode)) throw assetNotReady();

  const now = clock.now().getTime();
  const wanted = expiresAt?.getTime() ?? now + TOKEN_SECONDS * 1000;
  const until = new Date(Math.min(wanted, now + NATIVE_SECONDS_MAX * 1000));
  const version = transcode.id;
  const who = { sessionId: sessionId || PUBLIC_SESSION, ...(addressId && { addressId }) };
  const from = Math.min(playsFrom?.getTime() ?? 0, until.getTime());
  const claims = { ...who, filmId, version, ...(from > now && { startsAt: new Date(from) }), expiresAt: until };
  return {
    baseUrl: `/v/${signPlayback(config.PLAYBACK_KEYS, claims)}/${version}/`,
    hlsManifest: HLS_MANIFEST,
    dashManifest: DASH_MANIFEST,
    trickplay: TRICKPLAY_TRACK,
    durationMs: asset.durationMs ?? 0,
    expiresAt: until,
    textTracks: await textTracks.ofAsset(db, assetId),
    licenceServers: transcode.isProtected ? licenceServersOf(config) : [],
  };
}
