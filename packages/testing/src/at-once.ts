import type { Database, Tx } from '@marquee/data/database';
import { eventually } from './eventually.ts';

/** Who waits for a lock, but for those who did before. */
const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> ALL ($1::int[])`;

/**
 * Two steps at the same moment: the first has done its work and not committed it when the second begins. It is committed
 * once the second waits for a lock, or has ended without waiting. Rejects with what either throws.
 */
export async function atOnce(
  db: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const [done, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const firstEnded = db.transaction(async (tx) => {
    await first(tx);
    done.resolve();
    await ended.promise;
  });
  await Promise.race([done.promise, firstEnded]);
  const before = (await db.query<{ pid: number }>(WAITING, [[]])).map(({ pid }) => pid);
  let hasEnded = false;
  const secondEnded = second().finally(() => {
    hasEnded = true;
  });
  secondEnded.catch(() => {});
  await eventually(async () => hasEnded || (await db.query(WAITING, [before])).length > 0).finally(ended.resolve);
  await Promise.all([firstEnded, secondEnded]);
}
