import type { Database, Tx } from '@marquee/data/database';
import { eventually } from './eventually.ts';

const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

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
  const secondEnded = second();
  const waits = eventually(async () => (await db.query(WAITING)).length > 0);
  await Promise.race([waits, secondEnded].map((each) => each.catch(() => {})));
  ended.resolve();
  await Promise.all([firstEnded, secondEnded]);
}
