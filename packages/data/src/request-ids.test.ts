import { create } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { newId } from './ids.ts';
import { onceByRequest, pruneRequestIds, type Request } from './request-ids.ts';

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

const call = (about: Request) =>
  db.transaction((tx) => onceByRequest(tx, about, FilmRatedSchema, async () => ({ filmId: newId(), rating: ++runs })));

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

test('whoever reads the database cannot read an answer that is kept', async () => {
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
