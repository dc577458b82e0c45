import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { videoUnplayable } from '../films/film-errors.ts';
import * as films from '../films/films.ts';
import { assetKind, filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { assetNotFound } from '../studio/asset-errors.ts';
import * as assets from '../studio/assets.ts';
import { problemOf } from '../studio/projection.ts';
import { clearKeyLicence } from '../watch/clear-key-licence.ts';
import type { SignedUrl } from '../watch/signed-urls.ts';

export const reviewPlaybackSchema = filmIdSchema.extend({ kind: assetKind, waiting: z.boolean() });

/** An address, and for a protected video its licence. */
export type ReviewPlayback = SignedUrl & { clearKey: string };

/** An address of a video of a film, for staff who decide on it: the live one, or the replacement that waits. */
export async function getReviewPlayback(
  { db, signedUrls, media }: FilmResources,
  { sessionId }: AccountViewer,
  { filmId, kind, waiting }: z.output<typeof reviewPlaybackSchema>,
): Promise<ReviewPlayback> {
  const { id } = await films.get(db, filmId);
  const asset = (await assets.list(db, [id])).find((held) => held.kind === kind && held.waiting === waiting);
  if (!asset || !kind.endsWith('_VIDEO')) throw assetNotFound();
  const problem = problemOf(asset);
  if (problem) throw videoUnplayable(problem);
  const { mediaId } = asset;
  const [url, clearKey] = await Promise.all([
    signedUrls.forReview({ sessionId, filmId: id, mediaId }),
    asset.protection === 'COMPLETED' ? media.keys(mediaId).then(clearKeyLicence) : '',
  ]);
  return { ...url, clearKey };
}
