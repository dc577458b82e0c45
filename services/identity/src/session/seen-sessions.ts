import { every } from '@marquee/data/every';
import { loopLevel } from '@marquee/data/sqlstate';
import type { Loop } from '@marquee/service/define-service';
import type { IdentityResources } from '../resources.ts';
import * as sessions from './sessions.ts';

const SEEN_EVERY_MS = 10 * 60_000;
const WRITE_EVERY_MS = 60_000;
const SESSIONS_MAX = 10_000;

/** When sessions were seen, on its way to the database: resolving one writes nothing, and many are written together. */
export type SeenSessions = {
  /** Notes a session that was not seen for 10 minutes. */
  note(session: { id: string; lastSeenAt: Date }, now: Date): void;
  /** What was noted since it was last taken. */
  take(): sessions.Seen[];
};

export function createSeenSessions(): SeenSessions {
  const seen = new Map<string, Date>();
  return {
    note({ id, lastSeenAt }, now) {
      if (now.getTime() - lastSeenAt.getTime() <= SEEN_EVERY_MS) return;
      // One too many is noted when it is seen again.
      if (seen.size < SESSIONS_MAX || seen.has(id)) seen.set(id, now);
    },
    take() {
      const taken = [...seen].map(([id, seenAt]) => ({ id, seenAt }));
      seen.clear();
      return taken;
    },
  };
}

/** Writes every minute, and at the end, when sessions were seen. What cannot be written is noted when it is seen again. */
export function writeSeenSessions({ db, seen, log }: Pick<IdentityResources, 'db' | 'seen' | 'log'>): Loop {
  const writeAll = async () => {
    const noted = seen.take();
    if (noted.length > 0) await db.transaction((tx) => sessions.setSeen(tx, noted));
  };
  const writing = every(WRITE_EVERY_MS, writeAll, { name: 'seen sessions', log });
  return {
    async close() {
      await writing.close();
      await writeAll().catch((err) => log[loopLevel(err, 'warn')]({ err }, 'last-seen times could not be written'));
    },
  };
}
