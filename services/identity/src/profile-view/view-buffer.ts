import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { loopLevel } from '@marquee/data/sqlstate';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { Loop } from '@marquee/service/define-service';
import * as profileViews from './profile-views.ts';

const WRITE_EVERY_MS = 5_000;
/** Views that wait to be written. What does not fit is not counted: a view is worth no memory without a bound. */
const VIEWS_MAX = 10_000;
/** Views of one statement. */
const VIEWS_PER_WRITE_MAX = 1_000;
const KEY_BYTES = 32;
const VIEWER_KEY_BYTES = 16;

/** Who looks: an account, or a browser of nobody. */
export type Looking = { profileId: string; viewerId: string | null; ip: string; userAgent: string };

/** Views of profiles on their way to the database: those of a popular one are written together. */
export type ViewBuffer = {
  note(looking: Looking): Promise<void>;
  /** Writes what was noted. */
  flush(): Promise<void>;
};

type Resources = { db: Database; clock: Clock; log: Logger };

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export function createViewBuffer({ db, clock }: Pick<Resources, 'db' | 'clock'>): ViewBuffer {
  let noted = new Map<string, profileViews.View>();
  let keyOfDay: { day: string; key: Promise<Buffer> } | undefined;

  /** A random key that all processes share for a day: nobody can later tell from an address which rows are its own. */
  function keyFor(day: string): Promise<Buffer> {
    if (keyOfDay?.day !== day) keyOfDay = { day, key: profileViews.keyOf(db, day, randomBytes(KEY_BYTES)) };
    const { key } = keyOfDay;
    // A key that could not be read is asked for again.
    key.catch(() => {
      keyOfDay = undefined;
    });
    return key;
  }

  return {
    async note({ profileId, viewerId, ip, userAgent }) {
      const viewedAt = clock.now();
      const key = await keyFor(dayOf(viewedAt));
      // The profile goes in too, so that rows of different profiles do not tell of the same visitor.
      const who = viewerId ?? `${ip}\0${userAgent}`;
      const mac = createHmac('sha256', key)
        .update(`${viewerId ? 'account' : 'visitor'}\0${profileId}\0${who}`)
        .digest();
      const viewerKey = mac.subarray(0, VIEWER_KEY_BYTES);
      const name = `${profileId} ${viewerKey.toString('base64')}`;
      if (!noted.has(name) && noted.size < VIEWS_MAX) noted.set(name, { profileId, viewerId, viewerKey, viewedAt });
    },
    async flush() {
      // In one order, so that processes which write the same do not wait for each other in a circle.
      const views = [...noted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, view]) => view);
      noted = new Map();
      for (let start = 0; start < views.length; start += VIEWS_PER_WRITE_MAX) {
        const some = views.slice(start, start + VIEWS_PER_WRITE_MAX);
        await db.transaction((tx) => profileViews.insert(tx, some));
      }
    },
  };
}

/** Writes views every 5 seconds, and at the end. Those of a write that fails are lost: nobody waits for a count. */
export function writeViews({ views, log }: Pick<Resources, 'log'> & { views: ViewBuffer }): Loop {
  const writing = every(WRITE_EVERY_MS, () => views.flush(), { name: 'profile views', log });
  return {
    async close() {
      await writing.close();
      await views.flush().catch((err) => log[loopLevel(err, 'warn')]({ err }, 'profile views could not be written'));
    },
  };
}
