import { DomainError } from '@marquee/runtime/errors';
import { cutPage, decodeCursor, encodeCursor, PAGE_SIZE_MAX, pageSize } from './paging.ts';

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

test('a cursor of another list or another key is refused', () => {
  const cursor = encodeCursor(key, parts, 'films');
  expect(() => decodeCursor(key, cursor, 'reviews')).toThrow(DomainError);
  expect(() => decodeCursor('j'.repeat(32), cursor, 'films')).toThrow(DomainError);
});

test('pages have a default and a maximum', () => {
  expect([pageSize(0, 12), pageSize(-1, 12), pageSize(5), pageSize(10_000)]).toEqual([12, 12, 5, PAGE_SIZE_MAX]);
});

test('the extra row makes the next cursor', () => {
  expect(cutPage([1, 2, 3], 2, String)).toEqual({ rows: [1, 2], nextCursor: '2' });
  expect(cutPage([1, 2], 2, String)).toEqual({ rows: [1, 2], nextCursor: '' });
  expect(cutPage([], 2, String)).toEqual({ rows: [], nextCursor: '' });
});
