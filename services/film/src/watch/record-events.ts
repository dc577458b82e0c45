import { create } from '@bufbuild/protobuf';
import { FilmViewedSchema } from '@marquee/contracts/events/v1/film_pb';
import { PLAYBACK_EVENTS_MAX, VIEW_AFTER_MS, VIEW_TOLERANCE_MS } from '@marquee/rules/watch';
import { invalid } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import { addToStats } from '../statistics/stat-store.ts';
import { believablePlayedMs, clampPosition, isAtEnd, requireSession, sessionAccess } from './heartbeat.ts';
import { countNotStarted, notCounted } from './playback-quality.ts';
import { writePositions } from './position-store.ts';
import { insertEvents, markViewed, type SessionRow } from './watch-store.ts';

export type PlaybackEventInput = {
  eventId: string;
  event: 'PAUSE' | 'PLAY' | 'FINISH' | 'GIVEN_UP' | '';
  timeMs: number;
  occurredAt: Date | undefined;
  playedMs: number;
};

const EVENT_ID_LENGTH_MAX = 64;
/** Events from further back are dated to this. */
const LATE_MS_MAX = 30 * 86_400_000;

/**
 * Records what happened in a session, each event once, however late and often it arrives; the newest of the new ones
 * moves the viewer's progress unless something newer is known [WAT-09, WAT-17].
 */
export async function recordEvents(
  resources: FilmResources,
  viewer: AccountViewer,
  input: { playbackSessionId: string; filmId: string; events: PlaybackEventInput[]; sentAt: Date | undefined },
): Promise<{ recorded: number }> {
  checkEvents(input.events);
  const session = await requireSession(resources, viewer, input.playbackSessionId);
  if (input.filmId && input.filmId !== session.film_id) {
    throw invalid([{ field: 'filmId', message: 'This playback is of another film.' }]);
  }
  const now = resources.clock.now();
  const skewMs = input.sentAt ? now.getTime() - input.sentAt.getTime() : 0;
  const events = input.events
    .filter(({ event }) => event !== 'GIVEN_UP')
    .map((event) => ({ ...event, occurredAt: dateOf(event, now, skewMs) }));

  const recorded = await resources.db.transaction(async (tx) => {
    const added = await insertEvents(tx, session, events);
    const latest = events
      .filter(({ eventId }) => added.has(eventId))
      .sort((a, b) => a.playedMs - b.playedMs || a.occurredAt.getTime() - b.occurredAt.getTime())
      .at(-1);
    if (latest) await writePositions(tx, [positionOf(resources, session, latest, now)]);
    return added.size;
  });
  if (events.length === input.events.length) return { recorded };
  const playedMs = Math.max(session.played_ms, resources.positions.pending(session.id)?.playedMs ?? 0);
  const counted = await countNotStarted(resources, session, playedMs).catch(notCounted(resources));
  return { recorded: recorded + Number(counted) };
}

function checkEvents(events: readonly PlaybackEventInput[]): void {
  if (events.length > PLAYBACK_EVENTS_MAX) {
    throw invalid([{ field: 'events', message: `At most ${PLAYBACK_EVENTS_MAX} events can be sent at once.` }]);
  }
  const ids = new Set<string>();
  for (const [index, { eventId, event }] of events.entries()) {
    if (eventId === '' || eventId.length > EVENT_ID_LENGTH_MAX || ids.has(eventId)) {
      throw invalid([{ field: `events.${index}.eventId`, message: 'Each event needs an id of its own.' }]);
    }
    if (event === '') throw invalid([{ field: `events.${index}.event`, message: 'This event is not known.' }]);
    ids.add(eventId);
  }
}

function dateOf({ occurredAt }: PlaybackEventInput, now: Date, skewMs: number): Date {
  const time = occurredAt ? occurredAt.getTime() + skewMs : now.getTime();
  return new Date(Math.min(now.getTime(), Math.max(time, now.getTime() - LATE_MS_MAX)));
}

function positionOf(
  resources: FilmResources,
  session: SessionRow,
  event: PlaybackEventInput & { occurredAt: Date },
  now: Date,
) {
  const positionMs = clampPosition(session, event.timeMs);
  const pendingMs = resources.positions.pending(session.id)?.playedMs ?? 0;
  // A client that does not say how long it played means: as long as it said last.
  const claimedMs = event.playedMs || Math.max(session.played_ms, pendingMs);
  return {
    playbackSessionId: session.id,
    accountId: session.account_id,
    filmId: session.film_id,
    positionMs,
    playedMs: believablePlayedMs(resources, session, claimedMs, now),
    durationMs: session.duration_ms,
    finished: event.event === 'FINISH' || isAtEnd(session, positionMs),
    asOf: event.occurredAt,
  };
}

/** Counts a view after about 60 s of real playing, once a session; a preview is no view [WAT-07]. */
export async function markView(
  resources: FilmResources,
  viewer: AccountViewer,
  input: { playbackSessionId: string; playedMs: number },
): Promise<{ counted: boolean }> {
  const { db, clock, outbox } = resources;
  const session = await requireSession(resources, viewer, input.playbackSessionId);
  if (session.viewed_at) return { counted: true };
  const now = clock.now();
  const access = sessionAccess(viewer, session, now);
  if (!access.valid || access.preview) return { counted: false };
  const playedMs = believablePlayedMs(resources, session, input.playedMs, now);
  if (playedMs < VIEW_AFTER_MS - VIEW_TOLERANCE_MS) return { counted: false };

  await db.transaction(async (tx) => {
    if (!(await markViewed(tx, session.id, now))) return;
    await addToStats(tx, session.film_id, { views: 1 });
    await outbox.append(tx, {
      schema: FilmViewedSchema,
      message: create(FilmViewedSchema, { filmId: session.film_id, accountId: viewer.accountId }),
      aggregateType: 'playback_session',
      aggregateId: session.id,
      aggregateVersion: 1n,
    });
  });
  return { counted: true };
}
