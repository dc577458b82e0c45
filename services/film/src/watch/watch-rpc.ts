import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PlaybackEventKind, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import { resumePositionMs } from '@marquee/rules/watch';
import { implement } from '@marquee/runtime/rpc/implement';
import { requireAccount, type Viewer } from '@marquee/runtime/viewer';
import { getCards } from '../catalogue/catalogue-store.ts';
import { nameOf } from '../films/enum-names.ts';
import { cardMessage } from '../films/film-message.ts';
import { requireVisibleTo, showsEditPage } from '../films/film-rights.ts';
import { writeOf } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { accessMessage, accessOf, savedOf } from './film-access.ts';
import { heartbeat } from './heartbeat.ts';
import { markView, type PlaybackEventInput, recordEvents } from './record-events.ts';
import { startPlayback, unlockFilm } from './start-playback.ts';
import { getAccessRow, listUnfinished } from './watch-store.ts';

export function watchRpc(resources: FilmResources) {
  const { db, clock, config, positions } = resources;

  async function filmOf(viewer: Viewer, filmId: string) {
    if (viewer.kind === 'account') await positions.flushFor(viewer.accountId);
    const film = await getAccessRow(db, filmId, viewer.kind === 'account' ? viewer.accountId : null);
    requireVisibleTo(viewer, film);
    return film;
  }

  return implement(WatchService, {
    async getFilmAccess({ filmId }, { viewer }) {
      const film = await filmOf(viewer, filmId);
      return {
        access: accessMessage(accessOf(viewer, film, clock.now())),
        resumePositionMs: resumePositionMs(savedOf(film)),
        liked: film.liked,
        ownRating: film.own_rating ?? 0,
        ownMessage: film.own_message ?? '',
        canEdit: showsEditPage(viewer, film),
      };
    },

    unlockFilm: (request, context) => unlockFilm(resources, writeOf(request, context), request.filmId),

    startPlayback: (request, context) => startPlayback(resources, writeOf(request, context), request),

    heartbeat: (request, { viewer }) => heartbeat(resources, requireAccount(viewer), request),

    recordPlaybackEvents: (request, { viewer }) =>
      recordEvents(resources, requireAccount(viewer), {
        playbackSessionId: request.playbackSessionId,
        filmId: request.filmId,
        events: request.events.map((event) => ({
          eventId: event.eventId,
          event: nameOf(PlaybackEventKind, event.event) as PlaybackEventInput['event'],
          timeMs: event.timeMs,
          occurredAt: event.occurredAt && timestampDate(event.occurredAt),
          playedMs: event.playedMs,
        })),
        sentAt: request.sentAt && timestampDate(request.sentAt),
      }),

    markView: (request, { viewer }) => markView(resources, requireAccount(viewer), request),

    async getPlaybackProgress({ filmId }, { viewer }) {
      const film = await filmOf(viewer, filmId);
      return {
        positionMs: film.position_ms ?? 0,
        resumePositionMs: resumePositionMs(savedOf(film)),
        finished: film.finished ?? false,
        ...(film.progress_at && { updatedAt: timestampFromDate(film.progress_at) }),
      };
    },

    async listContinueWatching(request, { viewer }) {
      const { accountId } = requireAccount(viewer);
      await positions.flushFor(accountId);
      const size = pageSize(request.pageSize);
      const scope = `continue ${accountId}`;
      const key = config.FILM_SECRET;
      const after = request.cursor ? decodeCursor<[string, string]>(key, request.cursor, scope) : undefined;
      const page = cutPage(await listUnfinished(db, { accountId, after, size }), size, ({ as_of, film_id }) =>
        encodeCursor(key, [as_of.toISOString(), film_id], scope),
      );
      const cards = await getCards(
        db,
        page.rows.map(({ film_id }) => film_id),
      );
      const items = page.rows.flatMap(({ film_id, position_ms, duration_ms }) => {
        const card = cards.get(film_id);
        return card ? [{ film: cardMessage(card), positionMs: position_ms, durationMs: duration_ms }] : [];
      });
      return { items, nextCursor: page.nextCursor };
    },
  });
}
