import { VIEW_TOLERANCE_MS, viewAfterMs } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import { requireSession, sessionAccess } from './own-session.ts';
import { believablePlayedMs } from './played-time.ts';
import * as sessions from './sessions.ts';
import { filmViewed } from './watch-events.ts';

export const markViewSchema = placedSchema.extend({ playbackSessionId: z.string(), playedMs: z.number() });

/**
 * Counts a view after about 60 s of real playing, or all of a shorter film, and as long as what played before it took; once a
 * session. A preview is no view [WAT-07].
 */
export async function markView(
  { tx, clock, emit, positions }: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof markViewSchema>,
): Promise<{ counted: boolean }> {
  const session = await requireSession(tx, positions, viewer, input.playbackSessionId);
  if (session.viewedAt) return { counted: true };
  const now = clock.now();
  const access = sessionAccess(viewer, session, { now, place: input.place });
  if (!access.valid || access.preview) return { counted: false };
  const playedMs = believablePlayedMs(session, input.playedMs, now);
  const afterMs = viewAfterMs(session.durationMs) - VIEW_TOLERANCE_MS;
  const openMs = now.getTime() - session.startedAt.getTime();
  if (playedMs < afterMs || openMs < afterMs + session.preRollMs) return { counted: false };

  if (await sessions.markViewed(tx, session.id, now)) {
    await stats.add(tx, session.filmId, { views: 1 });
    await emit(filmViewed(session));
  }
  return { counted: true };
}
