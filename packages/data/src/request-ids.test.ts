import { create } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { newId } from './ids.ts';
import { keptAnswer, onceByRequest, pruneRequestIds, type Request } from './request-ids.ts';

let db: TestDatabase;
let runs: number;

beforeAll(async () => {
  db = await testDatabase('data');
});
beforeEach(() => {
  runs = 0;
});

const request = (changes: Partial<Request> = {}): Request => ({
  viewerId: 'ada',
  method: 'film.v1.FilmService/Rate',
  requestId: newId(),
  body: { rating: 5n, tags: ['a'], bytes: new Uint8Array([1]) },
  ...changes,
});

const call = async (about: Request) => {
  const run = async () => ({ filmId: newId(), rating: ++runs });
  const answer = await db.transaction((tx) => onceByRequest(tx, about, FilmRatedSchema, run));
  if (!answer) throw new Error('no answer');
  return answer;
};

test('a retry gets the first answer and runs nothing', async () => {
  const about = request();
  const first = await call(about);
  await expect(call({ ...about, body: { bytes: new Uint8Array([1]), tags: ['a'], rating: 5n } })).resolves.toEqual(
    first,
  );
  expect(runs).toBe(1);
  expect(first).toEqual(create(FilmRatedSchema, { filmId: first.filmId, rating: 1 }));
});

test('a retry at the same time waits for the first', async () => {
  const about = request();
  const answers = await Promise.all([call(about), call(about), call(about)]);
  expect(new Set(answers.map(({ filmId }) => filmId)).size).toBe(1);
  expect(runs).toBe(1);
});

test('the same id with another body is refused', async () => {
  const about = request();
  await call(about);
  const other = call({ ...about, body: { rating: 6n } });
  await expect(other).rejects.toMatchObject({ kind: 'INVALID', reason: 'REQUEST_ID_REUSED' });
});

test('viewers and methods do not share ids, and a call without an id always runs', async () => {
  const about = request();
  for (const each of [about, { ...about, viewerId: 'grace' }, { ...about, method: 'other' }]) await call(each);
  for (let count = 0; count < 2; count++) await call({ ...about, requestId: '' });
  expect(runs).toBe(5);
});

test('an attempt that failed leaves the id free', async () => {
  const about = request();
  const failing = db.transaction((tx) =>
    onceByRequest(tx, about, FilmRatedSchema, async () => {
      throw new Error('no');
    }),
  );
  await expect(failing).rejects.toThrow('no');
  await call(about);
  expect(runs).toBe(1);
});

test('an attempt that commits without a response leaves the id free', async () => {
  const about = request();
  const refusing = () => db.transaction((tx) => onceByRequest(tx, about, FilmRatedSchema, async () => undefined));
  expect(await refusing()).toBeUndefined();
  expect(await refusing()).toBeUndefined();
  await call(about);
  expect(runs).toBe(1);
});

test('after 24 hours the id is free again', async () => {
  const about = request();
  await call(about);
  await db.query("UPDATE request_ids SET created_at = now() - interval '25 hours' WHERE viewer_id = $1", [
    about.viewerId,
  ]);
  await call({ ...about, body: { rating: 6n } });
  expect(runs).toBe(2);
});

test('the database keeps no request id as it is', async () => {
  const about = request({ viewerId: 'joan' });
  await call(about);
  const rows = await db.query('SELECT to_jsonb(r) AS row FROM request_ids r WHERE viewer_id = $1', [about.viewerId]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(about.requestId);
});

test('somebody who reads the database cannot read an answer that is kept', async () => {
  const about = request({ viewerId: 'mary' });
  const { filmId } = await call(about);
  const [row] = await db.query<{ response: Buffer }>('SELECT response FROM request_ids WHERE viewer_id = $1', ['mary']);
  expect(row?.response.length).toBeGreaterThan(filmId.length);
  expect(row?.response.includes(filmId)).toBe(false);
  await expect(call(about)).resolves.toMatchObject({ filmId });
});

test('pruning deletes what is past its 24 hours, and nothing else', async () => {
  const [old, recent] = [request({ viewerId: 'nina' }), request({ viewerId: 'nina' })];
  await call(old);
  await db.query("UPDATE request_ids SET created_at = now() - interval '25 hours' WHERE viewer_id = 'nina'");
  await call(recent);
  await pruneRequestIds(db);
  const left = await db.query("SELECT 1 FROM request_ids WHERE viewer_id = 'nina'");
  expect(left).toHaveLength(1);
  await call(recent);
  expect(runs).toBe(2);
});

test('an id has at most 64 characters', async () => {
  await call(request({ requestId: 'r'.repeat(64) }));
  const refused = { kind: 'INVALID', reason: 'REQUEST_ID_INVALID' };
  await expect(call(request({ requestId: 'r'.repeat(65) }))).rejects.toMatchObject(refused);
  expect(runs).toBe(1);
});

test('a kept answer is found before anything runs, for the same body only, and for 24 hours', async () => {
  const about = request({ viewerId: 'hedy' });
  const find = (changes: Partial<Request> = {}) => keptAnswer(db, { ...about, ...changes }, FilmRatedSchema);
  await expect(find()).resolves.toBeUndefined();
  const first = await call(about);
  await expect(find()).resolves.toEqual(first);
  await expect(find({ body: {} })).rejects.toMatchObject({ reason: 'REQUEST_ID_REUSED' });
  await db.query("UPDATE request_ids SET created_at = now() - interval '25 hours' WHERE viewer_id = 'hedy'");
  await expect(find()).resolves.toBeUndefined();
});

test.each([
  ['a number', { it: 1 }, { it: 2 }],
  ['a bigint', { it: 1n }, { it: 2n }],
  ['a bigint and its text', { it: 1n }, { it: '1' }],
  ['bytes', { it: new Uint8Array([1]) }, { it: new Uint8Array([2]) }],
  ['the order of a list', { it: [1, 2] }, { it: [2, 1] }],
  ['an inner field', { it: { of: 1 } }, { it: { of: 2 } }],
  ['null and nothing', { it: null }, {}],
])('bodies that differ in %s are two requests', async (_, first, second) => {
  const about = request({ body: first });
  await call(about);
  await expect(call({ ...about, body: second })).rejects.toMatchObject({ reason: 'REQUEST_ID_REUSED' });
  await call({ ...about, body: { left: undefined, ...first } });
  expect(runs).toBe(1);
});
