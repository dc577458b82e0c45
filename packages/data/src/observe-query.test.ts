import { newCall, runInCall } from '@marquee/runtime/context';
import { connectTracer, type SpanStart } from '@marquee/runtime/telemetry/spans';
import { newTraceparent, withSampling } from '@marquee/runtime/trace';
import { observeQuery } from './observe-query.ts';

type Seen = { name: string; attributes: SpanStart['attributes']; ended: (string | undefined)[] };

const spans: Seen[] = [];
beforeEach(() => {
  spans.length = 0;
  connectTracer({
    ratio: 1,
    start(name, { attributes }) {
      const seen: Seen = { name, attributes, ended: [] };
      spans.push(seen);
      return { traceparent: '', rename: () => {}, set: () => {}, end: (failure) => void seen.ended.push(failure) };
    },
  });
});
afterEach(() => connectTracer(undefined));

const observed = (statement: unknown, run: () => unknown = async () => []) =>
  runInCall(newCall({ traceparent: withSampling(newTraceparent(), true) }), () => observeQuery(statement, run));

const attributes = (operation: string, table?: string) => ({
  ...{ 'db.system': 'postgresql', 'db.operation.name': operation },
  ...(table === undefined ? {} : { 'db.collection.name': table }),
});

test.each([
  ['SELECT 1 FROM films WHERE id = $1', 'SELECT films', attributes('SELECT', 'films')],
  [{ name: 'films.lock', text: 'SELECT * FROM films FOR UPDATE' }, 'films.lock', attributes('SELECT', 'films')],
  [{ name: 'prisma_1', text: 'UPDATE "public"."films" SET a = 1' }, 'UPDATE films', attributes('UPDATE', 'films')],
  ['WITH old AS (SELECT 1) DELETE FROM films', 'DELETE films', attributes('DELETE', 'films')],
  ['BEGIN', 'BEGIN', attributes('BEGIN')],
  [undefined, 'SQL', attributes('SQL')],
])('the span of %p has its name, operation and table', async (statement, name, about) => {
  await observed(statement);
  expect(spans).toEqual([{ name, attributes: about, ended: [undefined] }]);
});

test('a statement that fails ends its span with the code of the database, or the name of the error', async () => {
  const failing = (error: object) => observed('BEGIN', () => Promise.reject(error));
  await expect(failing({ code: '23505' })).rejects.toEqual({ code: '23505' });
  await expect(failing(new TypeError('no'))).rejects.toThrow('no');
  expect(spans.map(({ ended }) => ended)).toEqual([['23505'], ['TypeError']]);
});
