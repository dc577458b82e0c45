import { DomainError } from '@marquee/runtime/errors';
import { cutPage, decodeCursor, encodeCursor, keyset, PAGE_SIZE_MAX, pageSize } from './paging.ts';

const key = 'k'.repeat(32);
const parts = ['2026-11-20T12:00:00.000Z', 7, null, true];

test('a cursor gives its parts back', () => {
  expect(decodeCursor(key, encodeCursor(key, parts))).toEqual(parts);
});

test('a cursor that was tampered with is refused', () => {
  const cursor = encodeCursor(key, parts, 'films');
  const bytes = Buffer.from(cursor, 'base64url');
  const changed = Array.from(bytes, (byte, index) => {
    const copy = Buffer.from(bytes);
    copy[index] = byte ^ 1;
    return copy.toString('base64url');
  });
  const others = ['', 'x', `${cursor}=`, `${cursor}!`, cursor.slice(0, -1), 'A'.repeat(5_000)];
  for (const wrong of [...changed, ...others]) {
    let error: unknown;
    try {
      decodeCursor(key, wrong, 'films');
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ kind: 'INVALID', reason: 'CURSOR_INVALID' });
  }
});

test('a cursor has 1,024 characters at most', () => {
  const longest = encodeCursor(key, ['x'.repeat(748)]);
  expect(longest).toHaveLength(1_024);
  expect(decodeCursor(key, longest)).toEqual(['x'.repeat(748)]);
  expect(() => decodeCursor(key, encodeCursor(key, ['x'.repeat(749)]))).toThrow(DomainError);
});

test('a cursor of another list or another key is refused', () => {
  const cursor = encodeCursor(key, parts, 'films');
  expect(() => decodeCursor(key, cursor, 'reviews')).toThrow(DomainError);
  expect(() => decodeCursor('j'.repeat(32), cursor, 'films')).toThrow(DomainError);
});

test('pages have a default and a maximum', () => {
  expect([pageSize(0, 12), pageSize(-1, 12), pageSize(2.5, 12), pageSize(5), pageSize(10_000)]).toEqual([
    12, 12, 12, 5, 100,
  ]);
  expect(pageSize(0)).toBe(24);
});

test('the extra row makes the next cursor', () => {
  expect(cutPage([1, 2, 3], 2, String)).toEqual({ rows: [1, 2], nextCursor: '2' });
  expect(cutPage([1, 2], 2, String)).toEqual({ rows: [1, 2], nextCursor: '' });
  expect(cutPage([], 2, String)).toEqual({ rows: [], nextCursor: '' });
});

test('a list is read page by page to its end, and each page says where the next begins', () => {
  const all = Array.from({ length: 5 }, (_, index) => ({ id: `id-${index}`, n: index }));
  const read = (cursor: string) => {
    const list = keyset<[number]>({ key, scope: 'numbers', size: 2, cursor });
    const rows = all.filter(({ n }) => !list.after || n > list.after[0]).slice(0, list.limit);
    return list.page(rows, ({ n }) => [n]);
  };
  const seen: number[][] = [];
  let cursor = '';
  do {
    const page = read(cursor);
    seen.push(page.rows.map(({ n }) => n));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(seen).toEqual([[0, 1], [2, 3], [4]]);
});

test('a page reads no more than the maximum and one row, and refuses a cursor of another list', () => {
  const list = { key, scope: 'numbers', size: 10_000, cursor: '' };
  expect(keyset(list)).toMatchObject({ limit: PAGE_SIZE_MAX + 1, after: undefined });
  expect(keyset({ ...list, size: 0, sizeDefault: 7 }).limit).toBe(8);
  const { nextCursor } = keyset<[number]>({ ...list, size: 1 }).page([{ n: 1 }, { n: 2 }], ({ n }) => [n]);
  expect(() => keyset({ ...list, scope: 'others', cursor: nextCursor })).toThrow(DomainError);
});
