import {
  asFull,
  assertBlobKey,
  assertBlobPrefix,
  BlobKeyError,
  BlobRangeError,
  BlobsFullError,
  resolveRange,
} from './blob-store.ts';

test.each(['ENOSPC', 'EDQUOT'])('%s means that a disk has no room', (code) => {
  expect(asFull(Object.assign(new Error('write'), { code }))).toBeInstanceOf(BlobsFullError);
});

test('another error of a disk stays as it is', () => {
  const error = Object.assign(new Error('write'), { code: 'EACCES' });
  expect(asFull(error)).toBe(error);
});

test('a key has 512 characters at most', () => {
  assertBlobKey('x'.repeat(512));
  expect(() => assertBlobKey('x'.repeat(513))).toThrow(BlobKeyError);
});

test.each(['masters', '/', '../'])('%s is no prefix', (prefix) => {
  expect(() => assertBlobPrefix(prefix)).toThrow(BlobKeyError);
});

test.each([
  [{ start: 0 }, { start: 0, end: 9 }],
  [
    { start: 9, end: 20 },
    { start: 9, end: 9 },
  ],
])('the range %j of ten bytes is %j', (range, inside) => {
  expect(resolveRange('film', 10, range)).toEqual(inside);
});

test.each([{ start: 10 }, { start: -1 }, { start: 0.5 }, { start: 4, end: 3 }])(
  '%j is no range of ten bytes',
  (range) => {
    expect(() => resolveRange('film', 10, range)).toThrow(BlobRangeError);
  },
);
