import { VIEW_AFTER_MS, VIEW_TOLERANCE_MS } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import { requireSession, sessionAccess } from './own-session.ts';
import { believablePlayedMs } from './played-time.ts';
import * as sessions from './sessions.ts';
import { filmViewed } from './watch-events.ts';

/** Counts a view after about 60 s of real playing, once a session; a preview is no view [WAT-07]. */
export async function markView(
  { tx, clock, emit, positions }: FilmWrite,
  viewer: AccountViewer,
  input: { playbackSessionId: string; playedMs: number },
): Promise<{ counted: boolean }> {
  const session = await requireSession(tx, viewer, input.playbackSessionId);
  if (session.viewedAt) return { counted: true };
  const now = clock.now();
  const access = sessionAccess(viewer, session, now);
  if (!access.valid || access.preview) return { counted: false };
  const playedMs = believablePlayedMs(positions, session, input.playedMs, now);
  if (playedMs < VIEW_AFTER_MS - VIEW_TOLERANCE_MS) return { counted: false };

  if (await sessions.markViewed(tx, session.id, now)) {
    await stats.add(tx, session.filmId, { views: 1 });
    await emit(filmViewed(session));
  }
  return { counted: true };
}
