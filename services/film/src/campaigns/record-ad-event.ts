import { AD_EVENTS } from '@marquee/rules/ads';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { showingIdSchema } from './get-ad.ts';
import * as showings from './showings.ts';

export const recordAdEventSchema = showingIdSchema.extend({
  event: z.enum(AD_EVENTS, REQUEST_MESSAGES.choiceUnknown),
});

/** Notes what became of an ad, each event once [WAT-11]. */
export async function recordAdEvent(
  { db }: FilmResources,
  _viewer: Viewer,
  { showingId, event }: z.output<typeof recordAdEventSchema>,
): Promise<void> {
  await showings.note(db, showingId, event);
}
