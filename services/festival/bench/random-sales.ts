// Random operations on sales of tickets in a PostgreSQL of its own, with crashes between any two steps, compared with a model of
// them: a million, or as many as are named, with a seed: `npm run random-sales -- 1000000 20261128`. It says how far it is, and
// judges what there is at each of these points.
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { createLogger } from '@marquee/runtime/log';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { invariants } from '../src/invariants.ts';
import { festival } from '../src/service.ts';
import { randomSaleStart } from '../src/testing/random-sale-start.ts';
import { randomSales, type SalesTally } from '../src/testing/random-sales.ts';

const SAY_EVERY = 10_000;
const [count = 1_000_000, seed = 20_261_128] = process.argv.slice(2).map(Number);
const log = createLogger({ service: 'bench', level: 'error', destination: process.stderr });
const postgres = await startTestPostgres({ autovacuum: true });
try {
  const { url } = postgres;
  await migrate({ url, dirs: festival.database?.migrations ?? [], log });
  const db = openDatabase({ url, log, applicationName: 'sales' });
  const startedAt = performance.now();
  const say = async (tally: SalesTally) => {
    const violations = (await Promise.all(invariants.invariants.map(({ check }) => check(db.query)))).flat();
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(JSON.stringify({ seed, count, seconds, ...tally, violations }));
    if (violations.length > 0) throw new Error(`sales differ from what they should be, with the seed ${seed}`);
  };
  console.log(`seed ${seed}, ${count} operations`);
  await say(await randomSales(db, { seed, count, start: await randomSaleStart(db), every: [SAY_EVERY, say] }));
  await db.close();
} finally {
  await postgres.stop();
}
