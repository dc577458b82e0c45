import { newId } from '@marquee/data/ids';
import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import { BlobNotFoundError } from '@marquee/storage/blob-store';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import { getClosingMail, getExportMail } from './get-mail.ts';
import { openExport } from './open-export.ts';
import { readExport } from './read-export.ts';
import { requireKeepable } from './require-keepable.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const clock = fixedClock(NOW);
const later = (ms: number) => new Date(clock.now().getTime() + ms);
const viewer = { ...viewers.movieLover(), sessionId: 'this session' };
const id = newId();
const account = { id: viewer.accountId, email: 'ada@example.com', firstName: 'Ada', preferredLanguage: 'en' };

type Row = Record<string, unknown>;
const ready = { id, accountId: viewer.accountId, state: 'READY', expiresAt: later(1), blobKey: 'b', sizeBytes: 10n };
const opened = { ...ready, openedSessionId: viewer.sessionId, openedUntil: later(1) };

test('an account can be kept for its days, and not at their end', () => {
  const keep = (ms: number) => () => requireKeepable({ closingAt: later(-OWN_DATA_LIMITS.keepMs + ms) }, clock.now());
  expect(keep(1)).not.toThrow();
  expect(keep(0)).toThrow(expect.objectContaining({ reason: 'ACCOUNT_CLOSED' }));
  expect(() => requireKeepable({ closingAt: null }, clock.now())).not.toThrow();
});

describe('a mail', () => {
  const resources = (row: Row | undefined, changes: Row = {}) =>
    ({
      ...{ db: { query: async () => (row ? [row] : []) }, clock },
      prisma: { account: { findUnique: async () => ({ ...account, ...changes }) } },
    }) as never;
  const exported = (row: Row, changes?: Row) =>
    getExportMail(resources({ ...ready, ...row }, changes), viewer, { exportId: id });
  const closing = { id, accountId: viewer.accountId, requestedAt: clock.now(), keepUntil: later(1) };
  const closed = (row: Row, changes?: Row) =>
    getClosingMail(resources({ ...closing, ...row }, changes), viewer, { closingId: id });

  test('of an export is sent until it expires', async () => {
    expect(await exported({})).toMatchObject({ email: 'ada@example.com', firstName: 'Ada', expiresAt: later(1) });
    for (const row of [{ expiresAt: clock.now() }, { state: 'FAILED' }])
      expect(await exported(row)).toEqual({ ended: true });
    await expect(getExportMail(resources(undefined), viewer, { exportId: id })).rejects.toMatchObject({
      reason: 'EXPORT_NOT_FOUND',
    });
  });

  test('of a closing is sent while the account can be kept', async () => {
    expect(await closed({})).toMatchObject({ keepUntil: later(1), doneBy: later(OWN_DATA_LIMITS.doneMs) });
    expect(await closed({ keepUntil: clock.now() })).toEqual({ ended: true });
    await expect(getClosingMail(resources(undefined), viewer, { closingId: id })).rejects.toMatchObject({
      reason: 'ACCOUNT_NOT_FOUND',
    });
  });

  test.each([{ email: null }, { suspendedAt: new Date(NOW) }, { emailBouncedAt: new Date(NOW) }])(
    'goes to nobody with %p',
    async (changes) => {
      expect([await exported({}, changes), await closed({}, changes)]).toEqual([{ ended: true }, { ended: true }]);
    },
  );
});

describe('an export', () => {
  /** Whether opening it wrote until when it is open. */
  async function open(row: Row): Promise<boolean> {
    const writes: string[] = [];
    const query = async (text: string) => {
      if (text.startsWith('SELECT')) return [row];
      writes.push(text);
      return [];
    };
    await openExport({ tx: { query }, clock } as never, viewer, { exportId: id });
    return writes.length > 0;
  }
  const read = (row: Row, { offset = 0n, length = 4 } = {}, blobs: object = {}) => {
    const resources = {
      ...{ db: { query: async () => [row] }, clock },
      blobs: { read: async (_key: string, { range }: { range: object }) => range, ...blobs },
    };
    return readExport(resources as never, viewer, { exportId: id, offset, length });
  };

  test.each([
    ['of somebody else', { accountId: 'other' }],
    ['that is not ready', { state: 'WAITING' }],
    ['that expires now', { expiresAt: clock.now() }],
  ])('%s is not there', async (_name, changes) => {
    const notFound = { reason: 'EXPORT_NOT_FOUND' };
    await expect(open({ ...ready, ...changes })).rejects.toMatchObject(notFound);
    await expect(read({ ...opened, ...changes })).rejects.toMatchObject(notFound);
  });

  test('is opened for this session; again only after a minute', async () => {
    const until = (ms: number) => ({ ...opened, openedUntil: later(OWN_DATA_LIMITS.exportOpenMs - ms) });
    expect(await open(ready)).toBe(true);
    expect([await open(until(59_999)), await open(until(60_000))]).toEqual([false, true]);
    expect(await open({ ...until(0), openedSessionId: 'another session' })).toBe(true);
  });

  test.each([
    ['by another session', { openedSessionId: 'another session' }],
    ['by nobody', { openedUntil: null }],
    ['until now', { openedUntil: clock.now() }],
  ])('that was opened %s is not read', async (_name, changes) => {
    await expect(read({ ...opened, ...changes })).rejects.toMatchObject({ reason: 'EXPORT_NOT_OPENED' });
  });

  test('is read in pieces up to its end', async () => {
    const piece = async (offset: bigint, length: number) => (await read(opened, { offset, length })).data;
    expect(await piece(0n, 4)).toEqual({ start: 0, end: 3 });
    expect(await piece(9n, 4)).toEqual({ start: 9, end: 9 });
    for (const [offset, length] of [
      [10n, 4],
      [0n, 0],
    ] as const)
      expect(await piece(offset, length)).toEqual(new Uint8Array());
  });

  test('whose file is gone is not there, and other failures stay what they are', async () => {
    const failing = (error: Error) => read(opened, {}, { read: () => Promise.reject(error) });
    await expect(failing(new BlobNotFoundError('b'))).rejects.toMatchObject({ reason: 'EXPORT_NOT_FOUND' });
    await expect(failing(new Error('no storage'))).rejects.toThrow('no storage');
  });
});
