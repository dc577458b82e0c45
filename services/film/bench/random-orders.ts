// Random operations on orders of films in a PostgreSQL of its own, with crashes between any two steps: a million, or as many as are
// named, with a seed: `npm run random-orders -- 1000000 20261130`. They are walks of 50,000, each with the next seed and an empty
// database, since with the orders of all the invariants would take minutes. Everything is settled and compared with the provider
// after every fifty operations; after every ten thousand it says how far it is, and judges the invariants.
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import type { WalkTally } from '@marquee/payments/testing/random-walk';
import { createLogger } from '@marquee/runtime/log';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { salesInvariants } from '../src/invariants.ts';
import { film } from '../src/service.ts';
import { randomOrders } from '../src/testing/random-orders.ts';

const SAY_EVERY = 10_000;
const WALK_MAX = 50_000;
const [count = 1_000_000, seed = 20_261_130] = process.argv.slice(2).map(Number);
const log = createLogger({ service: 'bench', level: 'error', destination: process.stderr });
console.log(`seed ${seed}, ${count} operations`);
for (let done = 0, next = seed; done < count; done += WALK_MAX, next += 1) {
  await walk(next, Math.min(WALK_MAX, count - done));
}

async function walk(seed: number, count: number): Promise<void> {
  const postgres = await startTestPostgres({ autovacuum: true });
  try {
    const { url } = postgres;
    await migrate({ url, dirs: film.database?.migrations ?? [], log });
    const db = openDatabase({ url, log, applicationName: 'orders' });
    const startedAt = performance.now();
    const check = async (tally: WalkTally) => {
      if (tally.done !== count && (tally.done ?? 0) % SAY_EVERY !== 0) return;
      const violations = (await Promise.all(salesInvariants.map(({ check }) => check(db.query)))).flat();
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      const aSecond = Math.round((tally.done ?? 0) / seconds);
      console.log(JSON.stringify({ seed, count, seconds, aSecond, ...tally, violations }));
      if (violations.length > 0) throw new Error(`orders differ from what they should be, with the seed ${seed}`);
    };
    await randomOrders(db, { seed, count, check });
    await db.close();
  } finally {
    await postgres.stop();
  }
}
