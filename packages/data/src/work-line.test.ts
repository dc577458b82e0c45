import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { workLine } from './work-line.ts';
import { type Work, workTable } from './work-table.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const [COST_MIN, COST_MAX] = [10, 100];

const rows = {
  table: 'clips',
  open: 'NOT done',
  leaseS: 30,
  columns: {
    ...{ dueAt: 'due_at', attempt: 'tries', failures: 'failures', leaseUntil: 'lease_until' },
    ...{ turn: 'turn', lane: 'maker' },
  },
  returning: 'id',
};
const clips = workTable<Work>(rows);
const line = workLine(rows, { costMin: COST_MIN, costMax: COST_MAX });

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase('data');
  await db.query(`CREATE TABLE clips (id text PRIMARY KEY, maker text NOT NULL, done boolean NOT NULL DEFAULT false,
    due_at timestamptz NOT NULL, turn bigint NOT NULL, tries int NOT NULL DEFAULT 0, failures int NOT NULL DEFAULT 0,
    lease_until timestamptz)`);
});

const add = (id: string, maker: string, cost = COST_MIN) =>
  db.transaction(async (tx) => {
    const turn = await line.next(tx, maker, cost);
    await tx.query('INSERT INTO clips (id, maker, due_at, turn) VALUES ($1, $2, $3, $4)', [id, maker, NOW, turn]);
    return turn;
  });
async function addMany(maker: string, count: number, cost = COST_MIN): Promise<void> {
  for (let index = 1; index <= count; index += 1) await add(`${maker}${String(index).padStart(2, '0')}`, maker, cost);
}
const claim = () => clips.claim(db, NOW);
const finish = (id: string) => db.query('UPDATE clips SET done = true, lease_until = NULL WHERE id = $1', [id]);

/** What is claimed next, each finished before the one after it. */
async function run(count: number): Promise<string[]> {
  const ran: string[] = [];
  while (ran.length < count) {
    const row = await claim();
    if (!row) break;
    ran.push(row.id);
    await finish(row.id);
  }
  return ran;
}

test('one lane with 38 rows keeps nobody waiting: the next lane is second, and then they take turns', async () => {
  await addMany('a', 38);
  expect(await claim()).toMatchObject({ id: 'a01' });
  await addMany('b', 3);
  await finish('a01');
  expect(await run(6)).toEqual(['b01', 'a02', 'b02', 'a03', 'b03', 'a04']);
  expect(await run(99)).toHaveLength(34);
  expect(await claim()).toBeUndefined();
});

test('lanes that come while several rows are worked on come next, too', async () => {
  await addMany('a', 20);
  for (let worker = 0; worker < 3; worker += 1) await claim();
  await add('b', 'b');
  await add('c', 'c');
  expect([(await claim())?.id, (await claim())?.id, (await claim())?.id]).toEqual(['b', 'c', 'a04']);
});

test('short rows come before long ones, those of one lane in their order', async () => {
  await add('running', 'x');
  await claim();
  await add('long', 'a', COST_MAX);
  await add('short of a', 'a');
  await add('short of b', 'b');
  await finish('running');
  expect(await run(3)).toEqual(['short of b', 'long', 'short of a']);
});

test('a long row waits for a bounded number of short ones, however many lanes keep adding them', async () => {
  await add('long', 'a', 1_000_000);
  const before: string[] = [];
  for (let index = 0; index < 50; index += 1) {
    await add(`b${index}`, `lane ${index}`, 0);
    const [id = ''] = await run(1);
    before.push(id);
  }
  expect(before.indexOf('long')).toBe(COST_MAX / COST_MIN);
});

test('a row that returns to the queue, and one that is retried, keep their turns', async () => {
  await addMany('a', 3);
  const first = await claim();
  if (!first) throw new Error('nothing was claimed');
  await clips.release(db, first);
  const again = await claim();
  expect(again).toMatchObject({ id: 'a01', attempt: 2 });
  await clips.retry(db, again as Work, NOW);
  expect(await claim()).toMatchObject({ id: 'a01', attempt: 3, failures: 1 });
});

test('rows of one lane that are put in line at once have different turns', async () => {
  const turns = await Promise.all(Array.from({ length: 6 }, (_, index) => add(`a${index}`, 'a')));
  expect(new Set(turns).size).toBe(6);
});

test('a row is moved to the front once, a row that is worked on or done is not', async () => {
  await addMany('a', 4);
  await claim();
  expect(await line.before(db, 'a04')).toBe(2);
  expect(await line.moveToFront(db, 'a04')).toBe(true);
  expect(await line.before(db, 'a04')).toBe(0);
  expect(await line.before(db, 'a02')).toBe(1);
  expect(await line.moveToFront(db, 'a01')).toBe(false);
  await finish('a01');
  expect(await line.moveToFront(db, 'a01')).toBe(false);
  expect(await run(3)).toEqual(['a04', 'a02', 'a03']);
});

test('what was moved to the front stays there when shorter rows come, and what is moved last comes first', async () => {
  await add('running', 'x');
  await claim();
  for (const lane of ['a', 'b', 'c']) await add(lane, lane, COST_MAX);
  await line.moveToFront(db, 'b');
  await line.moveToFront(db, 'c');
  await add('short', 'd');
  expect(await run(5)).toEqual(['c', 'b', 'short', 'a']);
});
