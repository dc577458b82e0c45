import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import {
  filmIdSchema,
  heartbeatSchema,
  listSchema,
  markViewSchema,
  recordPlaybackEventsSchema,
  startPlaybackSchema,
} from '@marquee/rules/film-requests';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { getFilmAccess } from './get-film-access.ts';
import { getPlaybackProgress } from './get-playback-progress.ts';
import { heartbeat } from './heartbeat.ts';
import { listContinueWatching } from './list-continue-watching.ts';
import { markView } from './mark-view.ts';
import { openEvents, recordPlaybackEvents } from './record-playback-events.ts';
import { preparePlayback, startPlayback } from './start-playback.ts';
import { unlockFilm } from './unlock-film.ts';
import {
  accessAnswer,
  continueWatchingMessage,
  filmAccessMessage,
  heartbeatInput,
  heartbeatMessage,
  playbackEventsInput,
  playbackMessage,
  progressMessage,
} from './watch-message.ts';

export const watchRpc = rpc<FilmResources>()(WatchService, {
  getFilmAccess: read(filmIdSchema, getFilmAccess, filmAccessMessage),
  unlockFilm: write(filmIdSchema, unlockFilm, accessAnswer),
  startPlayback: write(startPlaybackSchema, startPlayback, playbackMessage, { before: preparePlayback }),
  // Positions are written later, many at once, so a heartbeat has no transaction of its own.
  heartbeat: read(heartbeatSchema, heartbeat, heartbeatMessage, { from: heartbeatInput }),
  recordPlaybackEvents: write(recordPlaybackEventsSchema, recordPlaybackEvents, undefined, {
    from: playbackEventsInput,
    before: openEvents,
  }),
  markView: write(markViewSchema, markView),
  getPlaybackProgress: read(filmIdSchema, getPlaybackProgress, progressMessage),
  listContinueWatching: read(listSchema, listContinueWatching, continueWatchingMessage),
});
