import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmNotFound } from '../films/film-errors.ts';
import type { FilmResources } from '../resources.ts';
import type { SignedUrl } from '../watch/signed-urls.ts';
import * as showings from './showings.ts';

export const showingIdSchema = z.object({ showingId: z.string() });

/** The ad that a playback begins with, and an address of its video: that of a trailer, which is the same for everybody. */
export async function getAd(
  { db, signedUrls }: FilmResources,
  _viewer: Viewer,
  { showingId }: z.output<typeof showingIdSchema>,
): Promise<{ ad: showings.ShownAd; url: SignedUrl }> {
  const ad = await showings.find(db, showingId);
  if (!ad) throw filmNotFound();
  return { ad, url: await signedUrls.forTrailer({ filmId: ad.filmId, mediaId: ad.trailerMediaId }) };
}
