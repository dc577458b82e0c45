import { SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as endedSessions from './ended-sessions.ts';
import type { PlaybackSessions } from './playback-sessions.ts';

/** Playback ends with the session of its viewer: in this process at once, and in those that start later. */
export const onSessionEnded = on(
  SessionEndedSchema,
  async ({ tx, sessions }: MediaWrite & { sessions: PlaybackSessions }, { sessionId }) => {
    // Before the commit: the session has ended, whatever becomes of this transaction.
    sessions.end(sessionId);
    await endedSessions.insert(tx, sessionId);
  },
);
