import { oneLine } from '@marquee/rules/plain-text';
import { PLAYBACK_EVENTS_MAX } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { endAddresses } from './addresses.ts';
import { requireSession } from './own-session.ts';
import * as playbackEvents from './playback-events.ts';
import { countNotStarted, notCounted } from './playback-quality.ts';
import { believablePlayedMs, clampPosition, isAtEnd } from './played-time.ts';
import * as positions from './positions.ts';
import * as sessions from './sessions.ts';
import { playbackOfAnotherFilm } from './watch-errors.ts';

const EVENT_ID_LENGTH_MAX = 64;

const eventId = oneLine()
  .min(1, 'Each event needs an id of its own.')
  .max(EVENT_ID_LENGTH_MAX, 'Each event needs an id of its own.');
const playbackEventSchema = z.object({
  eventId,
  event: z.enum(['PAUSE', 'PLAY', 'FINISH', 'GIVEN_UP', 'LEFT'], 'This event is not known.'),
  timeMs: z.number(),
  occurredAt: z.date('Please send a date and a time.').optional(),
  playedMs: z.number(),
});
type PlaybackEventInput = z.output<typeof playbackEventSchema>;

export const recordPlaybackEventsSchema = filmIdSchema.extend({
  playbackSessionId: z.string(),
  sentAt: z.date('Please send a date and a time.').optional(),
  events: z
    .array(playbackEventSchema)
    .max(PLAYBACK_EVENTS_MAX, 'This request asks for too much at once. Please reload the page and try again.')
    .superRefine((events, { addIssue }) => {
      const ids = new Set<string>();
      for (const [index, event] of events.entries()) {
        if (ids.has(event.eventId)) {
          addIssue({ code: 'custom', path: [index, 'eventId'], message: 'Each event needs an id of its own.' });
        }
        ids.add(event.eventId);
      }
    }),
});
type RecordPlaybackEvents = z.output<typeof recordPlaybackEventsSchema>;

/** Older events are dated to this long ago. */
const LATE_MS_MAX = 30 * 86_400_000;

/** The session whose events arrive, and whether they report that it never showed a picture. */
type Opened = { session: sessions.Session; isNotStarted: boolean };

/** Checks whose session it is, and counts what is counted but not stored. Runs before the transaction. */
export async function openEvents(
  resources: FilmResources,
  viewer: AccountViewer,
  { playbackSessionId, filmId, events }: RecordPlaybackEvents,
): Promise<Opened> {
  const session = await requireSession(resources.db, resources.positions, viewer, playbackSessionId);
  if (filmId && filmId !== session.filmId) throw playbackOfAnotherFilm();
  if (!events.some(({ event }) => event === 'GIVEN_UP')) return { session, isNotStarted: false };
  const isNotStarted = await countNotStarted(resources, session).catch(notCounted(resources));
  return { session, isNotStarted };
}

/**
 * Records what happened in a session, each event once, however late and often it arrives; the newest of the new ones
 * moves the viewer's progress unless something newer is known [WAT-09, WAT-17]. A viewer who left has ended the playback.
 */
export async function recordPlaybackEvents(
  write: FilmWrite,
  _viewer: AccountViewer,
  { events, sentAt }: RecordPlaybackEvents,
  { session, isNotStarted }: Opened,
): Promise<{ recorded: number }> {
  const { tx, clock } = write;
  const now = clock.now();
  const skewMs = sentAt ? now.getTime() - sentAt.getTime() : 0;
  const kept = events
    .filter(({ event }) => event !== 'GIVEN_UP' && event !== 'LEFT')
    .map((event) => ({ ...event, occurredAt: dateOf(event, now, skewMs) }));
  const added = await playbackEvents.insert(tx, session, kept);
  const latest = kept
    .filter(({ eventId }) => added.has(eventId))
    .sort((a, b) => a.playedMs - b.playedMs || a.occurredAt.getTime() - b.occurredAt.getTime())
    .at(-1);
  if (latest) await positions.write(tx, [positionOf(session, latest, now)]);
  const hasLeft = events.some(({ event }) => event === 'LEFT') && session.endedAt === null;
  if (hasLeft) {
    await sessions.leave(tx, session.id, now);
    await endAddresses(write, [session.id], now);
  }
  return { recorded: added.size + Number(isNotStarted) + Number(hasLeft) };
}

function dateOf({ occurredAt }: PlaybackEventInput, now: Date, skewMs: number): Date {
  const time = occurredAt ? occurredAt.getTime() + skewMs : now.getTime();
  return new Date(Math.min(now.getTime(), Math.max(time, now.getTime() - LATE_MS_MAX)));
}

function positionOf(
  session: sessions.Session,
  event: PlaybackEventInput & { occurredAt: Date },
  now: Date,
): positions.Position {
  const { id: playbackSessionId, accountId, filmId, durationMs } = session;
  const positionMs = clampPosition(session, event.timeMs);
  // A client that sends no played time has played as long as it last reported.
  const claimedMs = event.playedMs || session.playedMs;
  const playedMs = believablePlayedMs(session, claimedMs, now);
  const finished = event.event === 'FINISH' || isAtEnd(session, positionMs);
  const { occurredAt: asOf } = event;
  return { playbackSessionId, accountId, filmId, positionMs, playedMs, durationMs, finished, asOf };
}
