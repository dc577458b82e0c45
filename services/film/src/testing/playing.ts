import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from './film-service.ts';

/** The service of a test file, and the released film that is new to each test. */
export let film: FilmHarness;
export let filmId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  filmId = await film.releasedFilm(film.maker());
});

/** Another film is the one that is watched. */
export function watchInstead(id: string): void {
  filmId = id;
}

export type Lover = ReturnType<FilmHarness['lover']>;

/** A viewer in the middle of the film, and what they do there. */
export async function watching(lover: Lover = film.lover()) {
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  return play(lover);
}

export async function play(lover: Lover) {
  const started = await lover.watch.startPlayback({ requestId: newId(), filmId });
  const { playbackSessionId } = started;
  return {
    lover,
    started,
    playbackSessionId,
    /** Plays on for so long, by the clock too, and sends a heartbeat. */
    async playTo(positionMs: number, playedMs: number, passedMs = playedMs) {
      film.clock.advance(passedMs);
      return lover.watch.heartbeat({ playbackSessionId, positionMs, playedMs });
    },
    mark: (playedMs: number) => lover.watch.markView({ playbackSessionId, playedMs }),
    record: (
      event: PlaybackEventKind,
      timeMs: number,
      more: { eventId?: string; occurredAt?: Date; playedMs?: number } = {},
    ) =>
      lover.watch.recordPlaybackEvents({
        playbackSessionId,
        filmId,
        events: [
          {
            eventId: more.eventId ?? newId(),
            event,
            timeMs,
            playedMs: more.playedMs ?? 0,
            occurredAt: timestampFromDate(more.occurredAt ?? film.clock.now()),
          },
        ],
      }),
    progress: () => lover.watch.getPlaybackProgress({ filmId }),
  };
}

export const views = async () => (await film.visitor().catalogue.getFilm({ filmId })).film?.counters?.viewCount;
