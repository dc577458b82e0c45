import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { requireAccount } from '@marquee/runtime/viewer';
import { rpc } from '@marquee/service/rpc';
import { read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { filmIdSchema, listSchema, placed, placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { getFilmAccess } from './get-film-access.ts';
import { getLicence, licenceSchema } from './get-licence.ts';
import { getPlaybackProgress } from './get-playback-progress.ts';
import { heartbeat, heartbeatSchema } from './heartbeat.ts';
import { listContinueWatching } from './list-continue-watching.ts';
import { listUnlockedFilms, listUnlockedFilmsSchema } from './list-unlocked-films.ts';
import { markView, markViewSchema } from './mark-view.ts';
import { openPlayback } from './open-playback.ts';
import { playerSettingsInput, playerSettingsMessage } from './player-settings-message.ts';
import { openEvents, recordPlaybackEvents, recordPlaybackEventsSchema } from './record-playback-events.ts';
import { setPlayerSettings, setPlayerSettingsSchema } from './set-player-settings.ts';
import { setProgressDismissed, setProgressDismissedSchema } from './set-progress-dismissed.ts';
import { flushPositions, startPlayback, startPlaybackSchema } from './start-playback.ts';
import { unlockFilm } from './unlock-film.ts';
import {
  addressMessage,
  continueWatchingMessage,
  filmAccessMessage,
  heartbeatInput,
  heartbeatMessage,
  listUnlockedFilmsInput,
  playbackEventsInput,
  progressMessage,
  startedMessage,
  startPlaybackInput,
  unlockedFilmsMessage,
  unlockedMessage,
} from './watch-message.ts';

const placedFilmSchema = filmIdSchema.extend(placedSchema.shape);

/** What viewers write about one film is in rows of their own: thousands do at the start of a premiere. */
const runsBesideOthers = true;

export const watchRpc = rpc<FilmResources>()(WatchService, {
  getFilmAccess: read(placedFilmSchema, getFilmAccess, filmAccessMessage, { from: placed }),
  unlockFilm: write(placedFilmSchema, unlockFilm, unlockedMessage, { from: placed, runsBesideOthers }),
  startPlayback: write(startPlaybackSchema, startPlayback, startedMessage, {
    from: startPlaybackInput,
    runsBesideOthers,
    before: flushPositions,
    after: async (resources, _result, { viewer, client: { place } }, _before, answer) => {
      const { playbackSessionId = '' } = answer;
      return addressMessage(
        await openPlayback(resources, requireAccount(viewer), { playbackSessionId, place }),
        answer,
      );
    },
  }),
  // Positions are written later, many at once.
  heartbeat: writeWithoutTransaction(heartbeatSchema, heartbeat, heartbeatMessage, { from: heartbeatInput }),
  getLicence: writeWithoutTransaction(licenceSchema, getLicence, (licence) => licence, { from: placed }),
  recordPlaybackEvents: write(recordPlaybackEventsSchema, recordPlaybackEvents, undefined, {
    from: playbackEventsInput,
    before: openEvents,
  }),
  markView: write(markViewSchema, markView, undefined, { from: placed }),
  getPlaybackProgress: read(filmIdSchema, getPlaybackProgress, progressMessage),
  listContinueWatching: read(listSchema, listContinueWatching, continueWatchingMessage),
  listUnlockedFilms: read(listUnlockedFilmsSchema, listUnlockedFilms, unlockedFilmsMessage, {
    from: listUnlockedFilmsInput,
  }),
  setPlayerSettings: write(
    setPlayerSettingsSchema,
    setPlayerSettings,
    (settings) => ({ settings: playerSettingsMessage(settings) }),
    { from: playerSettingsInput },
  ),
  setProgressDismissed: write(setProgressDismissedSchema, setProgressDismissed, () => ({}), {
    runsBesideOthers,
    // A position that is still buffered is older than what the viewer decides now.
    before: flushPositions,
  }),
});
