import { Readable } from 'node:stream';
import { ExportState, OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { newId } from '@marquee/data/ids';
import type { Outcome } from '@marquee/data/work-loop';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { viewers } from '@marquee/testing/viewers';
import type { IdentityResources } from '../resources.ts';
import { type IdentityUnderTest, signInByLink } from '../testing/identity-service.ts';
import { ownDataScene, signedIn } from '../testing/own-data-scene.ts';
import { filesOfArchive } from '../testing/read-archive.ts';
import type { ClaimedClosing } from './account-closings.ts';
import type { ClaimedExport } from './account-exports.ts';
import { closingLoop } from './closing-loop.ts';
import type { DataOwner } from './data-owners.ts';
import { exportLoop } from './export-loop.ts';
import { sweepExports } from './sweep-exports.ts';

const DAY_MS = 86_400_000;

const typesOf = async (identity: IdentityUnderTest, key: string) =>
  (await identity.events()).filter((event) => event.key === key).map(({ type }) => type);

test('an export is one archive of all services, announced once, read by its owner alone and deleted after 7 days [SET-12:export]', async () => {
  const { identity, state, ownData, mails } = await ownDataScene();
  const { viewer, account } = await signedIn(identity);
  state.text = '{"of":"film"}';
  const calls = ownData(viewer);
  expect((await calls.getExport({})).export).toBeUndefined();

  await identity.profile(viewer).updateProfile({ requestId: newId(), preferredLanguage: 'fr' });
  await calls.requestExport({});
  const ready = await eventually(async () => {
    const { export: found } = await calls.getExport({});
    return found?.state === ExportState.READY && found;
  });
  const exportId = ready.id;
  await expect(calls.readExport({ exportId, offset: 0n, length: 1 })).rejects.toMatchObject({
    reason: 'EXPORT_NOT_OPENED',
  });
  await calls.openExport({ exportId });
  const { data, sizeBytes } = await calls.readExport({ exportId, offset: 0n, length: 1024 * 1024 });
  expect(BigInt(data.length)).toBe(sizeBytes);
  const files = await filesOfArchive(Buffer.from(data));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['README.txt', 'film/things.json', 'film/others.json', 'identity/accounts.json']),
  );
  expect(files.get('README.txt')).toContain('Voici ce que Marquee conserve à votre sujet');
  expect(files.get('media/things.json')).toBe('[{"of":"film"}]');
  expect(JSON.parse(files.get('identity/accounts.json') ?? '')).toEqual([
    expect.objectContaining({ email: account.email, first_name: 'Ada' }),
  ]);
  expect(files.get('identity/sessions.json')).not.toContain('token_hash');
  const part = await calls.readExport({ exportId, offset: 2n, length: 3 });
  expect(Buffer.from(part.data)).toEqual(Buffer.from(data.slice(2, 5)));
  expect(await typesOf(identity, exportId)).toEqual(['AccountExportReady']);
  expect(await mails.getExportMail({ exportId })).toMatchObject({ ended: false, email: account.email });

  const stranger = await signedIn(identity);
  for (const call of [ownData(stranger.viewer).readExport({ exportId, offset: 0n, length: 1 })])
    await expect(call).rejects.toMatchObject({ reason: 'EXPORT_NOT_FOUND' });
  await expect(calls.requestExport({})).rejects.toMatchObject({ reason: 'EXPORT_TOO_SOON' });

  identity.clock.advance(7 * DAY_MS + 1000);
  const late = clientFor(identity.service, OwnDataService, viewer);
  await expect(late.readExport({ exportId, offset: 0n, length: 1 })).rejects.toMatchObject({
    reason: 'EXPORT_NOT_FOUND',
  });
  expect(await mails.getExportMail({ exportId })).toMatchObject({ ended: true });
  const kept = async () => {
    const keys: string[] = [];
    for await (const { key } of identity.blobs.list('exports/')) keys.push(key);
    return keys;
  };
  expect(await kept()).toHaveLength(1);
  const sweeper = sweepExports({ db: identity.db, blobs: identity.blobs, clock: identity.clock, log: silentLog });
  atEnd(() => sweeper.close());
  await eventually(async () => (await kept()).length === 0);
  await eventually(async () => (await identity.db.query('SELECT 1 FROM account_exports')).length === 0);
});

test('while one is made no other begins; a service that is unavailable is waited for, and nothing is announced [SET-12:export]', async () => {
  const { identity, state, ownData } = await ownDataScene();
  const { viewer } = await signedIn(identity);
  state.isUp = false;
  await ownData(viewer).requestExport({});
  await eventually(async () => {
    const [row] = await identity.db.query<{ failures: number }>('SELECT failures FROM account_exports');
    return row?.failures === 1;
  });
  const [first, again] = await Promise.all([ownData(viewer).getExport({}), ownData(viewer).requestExport({})]);
  expect(again.export?.id).toBe(first.export?.id);
  expect((await ownData(viewer).getExport({})).export?.state).toBe(ExportState.WAITING);
  await expect(ownData(viewer).openExport({ exportId: first.export?.id ?? '' })).rejects.toMatchObject({
    reason: 'EXPORT_NOT_FOUND',
  });

  state.isUp = true;
  identity.clock.advance(60_000);
  await eventually(async () => (await ownData(viewer).getExport({})).export?.state === ExportState.READY, 15_000);
  const ready = (await identity.events()).filter(({ type }) => type === 'AccountExportReady');
  expect(ready).toHaveLength(1);
}, 30_000);

test('closing asks for the address, hides the account, ends every session, and is taken back within 14 days [SET-05:undo]', async () => {
  const { identity, ownData, mails } = await ownDataScene();
  const { viewer, account, browser } = await signedIn(identity, { consumerType: 'ENTERTAINMENT_PRO' });
  const elsewhere = identity.browser();
  await signInByLink(identity, elsewhere, account.email);
  const visitor = identity.people(viewers.movieLover());
  const open = await ownData(viewer).getClosing({});
  expect([open.closingAt, open.typed]).toEqual([undefined, 'EMAIL']);
  await expect(ownData(viewer).closeOwnAccount({ typed: 'else@example.com' })).rejects.toMatchObject({
    fields: [{ field: 'typed', message: 'This is not the email of your account.' }],
  });

  const closed = await ownData(viewer).closeOwnAccount({ typed: ` ${account.email.toUpperCase()} ` });
  expect(closed.keepUntil?.seconds).toBe(BigInt(Date.parse('2026-12-04T12:00:00Z') / 1000));
  expect(closed.doneBy?.seconds).toBe(BigInt(Date.parse('2026-12-20T12:00:00Z') / 1000));
  expect([await browser.viewer(), await elsewhere.viewer()]).toEqual([undefined, undefined]);
  await expect(visitor.getProfile({ profileId: account.id })).rejects.toMatchObject({ reason: 'PROFILE_NOT_FOUND' });
  expect((await visitor.searchPeople({ query: 'Ada Lovelace' })).people.map(({ id }) => id)).not.toContain(account.id);
  const events = (await identity.events()).filter(({ key }) => key === account.id);
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['AccountClosing', 'ProfileChanged']);
  expect(events.at(-1)?.message.person).toMatchObject({ firstName: '', lastName: '' });
  const [closing] = await identity.db.query<{ id: string }>('SELECT id FROM account_closings');
  expect(await mails.getClosingMail({ closingId: closing?.id ?? '' })).toMatchObject({ email: account.email });

  identity.clock.advance(13 * DAY_MS);
  const back = identity.browser();
  expect((await signInByLink(identity, back, account.email)).next).toBe('/settings/close-account');
  const again = (await back.viewer()) as AccountViewer;
  expect((await ownData(again).getClosing({})).keepUntil).toEqual(closed.keepUntil);
  await ownData(again).keepOwnAccount({});
  expect(await visitor.getProfile({ profileId: account.id })).toMatchObject({ profile: { firstName: 'Ada' } });
  const types = await typesOf(identity, account.id);
  expect(types.slice(-2)).toEqual(['AccountReopened', 'ProfileChanged']);
  await ownData(again).keepOwnAccount({});
  expect(await typesOf(identity, account.id)).toEqual(types);
});

test('after 14 days it cannot be kept, and is anonymised in every service once all of them answer [SET-05:close] [SET-12:close]', async () => {
  const { identity, state, ownData } = await ownDataScene();
  const { viewer, account } = await signedIn(identity);
  const cards = () => identity.db.query('SELECT last4 FROM test_methods WHERE removed_at IS NULL');
  const setupId = newId();
  await identity.paymentMethods(viewer).startCardSetup({ setupId });
  const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
  await identity.paymentMethods(viewer).confirmTestCardSetup({ setupId, ...card });
  await ownData(viewer).closeOwnAccount({ typed: account.email });
  state.isUp = false;
  state.left = 2;

  identity.clock.advance(14 * DAY_MS);
  const failures = async () => {
    const [closing] = await identity.db.query<{ failures: number }>('SELECT failures FROM account_closings');
    return closing?.failures;
  };
  await eventually(async () => (await failures()) === 1, 15_000);
  // The others were asked although film was not there.
  expect(state.asked).toContain(`close notification ${account.id}`);
  const row = async () =>
    (await identity.db.query('SELECT email, closed_at FROM accounts WHERE id = $1', [account.id]))[0];
  expect(await row()).toMatchObject({ email: account.email, closedAt: null });
  expect(await cards()).toEqual([{ last4: '4242' }]);
  const late = identity.browser();
  const { challenge } = await late.startSignIn({ email: account.email });
  const { linkToken } = await identity.message(challenge);
  await expect(late.confirmLink({ token: linkToken })).rejects.toMatchObject({ reason: 'ACCOUNT_CLOSED' });

  state.isUp = true;
  identity.clock.advance(3_600_000);
  await eventually(async () => expect(await row()).toMatchObject({ email: null, closedAt: expect.any(Date) }), 15_000);
  expect(await cards()).toEqual([]);
  // Film says twice that something is left.
  expect(state.asked.filter((call) => call === `close film ${account.id}`)).toHaveLength(3);
  const [left] = await identity.db.query<{ text: string }>('SELECT a::text AS text FROM accounts a WHERE id = $1', [
    account.id,
  ]);
  for (const known of [account.email, 'Ada', 'Lovelace', 'lovelace']) expect(left?.text).not.toContain(known);
  expect(await identity.db.query('SELECT 1 FROM sessions WHERE account_id = $1', [account.id])).toEqual([]);
  expect((await typesOf(identity, account.id)).slice(-2)).toEqual(['AccountClosed', 'ProfileChanged']);
  await expect(identity.browser().startSignIn({ email: account.email })).rejects.toMatchObject({
    code: expect.anything(),
  });
}, 60_000);

test('the last admin cannot close their account, and one of two at once can', async () => {
  const { identity, ownData } = await ownDataScene();
  await identity.db.query("UPDATE accounts SET roles = '{}'");
  const first = await identity.anAccount({ roles: ['ADMIN'] });
  const as = ({ id }: { id: string }) => ownData(viewers.admin({ accountId: id }));
  await expect(as(first).closeOwnAccount({ typed: first.email })).rejects.toMatchObject({ reason: 'LAST_ADMIN' });
  const second = await identity.anAccount({ roles: ['ADMIN'] });
  const both = await Promise.allSettled(
    [first, second].map((admin) => as(admin).closeOwnAccount({ typed: admin.email })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

describe('a finished export', () => {
  async function exported() {
    const { identity, ownData, mails } = await ownDataScene();
    const { viewer, account } = await signedIn(identity);
    const calls = ownData(viewer);
    await calls.requestExport({});
    const { id: exportId } = await eventually(async () => {
      const { export: found } = await calls.getExport({});
      return found?.state === ExportState.READY && found;
    });
    const read = (as: AccountViewer = viewer, offset = 0n) => ownData(as).readExport({ exportId, offset, length: 1 });
    return { identity, ownData, mails, viewer, account, calls, exportId, read };
  }

  test('is opened by its owner, for an hour and the session that opened it last [SET-12:export]', async () => {
    const { identity, ownData, viewer, account, exportId, read } = await exported();
    const notOpened = { reason: 'EXPORT_NOT_OPENED' };
    const stranger = await signedIn(identity);
    for (const [who, id] of [
      [stranger.viewer, exportId],
      [viewer, newId()],
      [viewer, 'x'],
    ] as const) {
      await expect(ownData(who).openExport({ exportId: id })).rejects.toMatchObject({ reason: 'EXPORT_NOT_FOUND' });
    }
    await ownData(viewer).openExport({ exportId });
    // Opened again within a minute, it is as it was; later, the hour begins again.
    identity.clock.advance(30_000);
    await ownData(viewer).openExport({ exportId });
    const text = 'SELECT opened_until FROM account_exports';
    const until = async () => (await identity.db.query<{ openedUntil: Date }>(text))[0]?.openedUntil.toISOString();
    expect(await until()).toBe('2026-11-20T13:00:00.000Z');
    identity.clock.advance(90_000);
    await ownData(viewer).openExport({ exportId });
    expect(await until()).toBe('2026-11-20T13:02:00.000Z');
    const { sizeBytes } = await read();
    expect((await read(viewer, sizeBytes - 1n)).data).toHaveLength(1);
    expect((await read(viewer, sizeBytes)).data).toHaveLength(0);

    const elsewhere = identity.browser();
    await signInByLink(identity, elsewhere, account.email);
    const other = (await elsewhere.viewer()) as AccountViewer;
    await expect(read(other)).rejects.toMatchObject(notOpened);
    await ownData(other).openExport({ exportId });
    expect((await read(other)).data).toHaveLength(1);
    await expect(read()).rejects.toMatchObject(notOpened);
    identity.clock.advance(3_600_000);
    await expect(read(other)).rejects.toMatchObject(notOpened);

    const [made] = await identity.db.query<{ expiresAt: Date }>('SELECT expires_at FROM account_exports');
    identity.clock.advance((made?.expiresAt.getTime() ?? 0) - identity.clock.now().getTime());
    const late = identity.browser();
    await signInByLink(identity, late, account.email);
    await expect(ownData((await late.viewer()) as AccountViewer).openExport({ exportId })).rejects.toMatchObject({
      reason: 'EXPORT_NOT_FOUND',
    });
  });

  test('is announced to whom mail reaches, and to nobody else [SET-12:export]', async () => {
    const { identity, mails, account, exportId } = await exported();
    for (const id of [newId(), 'x']) {
      await expect(mails.getExportMail({ exportId: id })).rejects.toMatchObject({ reason: 'EXPORT_NOT_FOUND' });
    }
    for (const column of ['suspended_at', 'email_bounced_at']) {
      const set = (value: string) =>
        identity.db.query(`UPDATE accounts SET ${column} = ${value} WHERE id = $1`, [account.id]);
      await set('now()');
      expect(await mails.getExportMail({ exportId })).toMatchObject({ ended: true, email: '' });
      await set('NULL');
      expect(await mails.getExportMail({ exportId })).toMatchObject({ ended: false, email: account.email });
    }
  });
});

test('closing is asked for once, by the phone number of who has no email, and kept in time only [SET-05:undo]', async () => {
  const { identity, state, ownData, mails } = await ownDataScene();
  state.isUp = false;
  const { id: accountId } = await identity.anAccount({ phone: '+12025550142' });
  const setEmail = (email: string | null) =>
    identity.db.query('UPDATE accounts SET email = $2 WHERE id = $1', [accountId, email]);
  await setEmail(null);
  const calls = ownData(viewers.movieLover({ accountId }));
  expect((await calls.getClosing({})).typed).toBe('PHONE');
  for (const typed of ['', '+12025550143']) {
    await expect(calls.closeOwnAccount({ typed })).rejects.toMatchObject({
      fields: [{ field: 'typed', message: 'This is not the phone number of your account.' }],
    });
  }
  const closed = await calls.closeOwnAccount({ typed: '+1 (202) 555-0142' });
  identity.clock.advance(DAY_MS);
  const again = ownData(viewers.movieLover({ accountId }));
  expect(await again.closeOwnAccount({ typed: '+12025550142' })).toEqual(closed);
  expect((await typesOf(identity, accountId)).filter((type) => type === 'AccountClosing')).toHaveLength(1);

  const closingMail = async () => {
    const [row] = await identity.db.query<{ id: string }>('SELECT id FROM account_closings');
    return mails.getClosingMail({ closingId: row?.id ?? '' });
  };
  // Nobody to write to, and then nothing to keep any more.
  expect(await closingMail()).toMatchObject({ ended: true });
  await setEmail('late@example.com');
  expect(await closingMail()).toMatchObject({ ended: false, keepUntil: closed.keepUntil, doneBy: closed.doneBy });
  identity.clock.advance(13 * DAY_MS);
  expect(await closingMail()).toMatchObject({ ended: true, email: '' });
  for (const closingId of [newId(), 'x']) {
    await expect(mails.getClosingMail({ closingId })).rejects.toMatchObject({ reason: 'ACCOUNT_NOT_FOUND' });
  }
  const late = ownData(viewers.movieLover({ accountId }));
  await expect(late.keepOwnAccount({})).rejects.toMatchObject({ reason: 'KEEP_TOO_LATE' });
});

describe('an attempt to close an account in a service', () => {
  /** Resolves to how often the service was asked, and why it is not closed there. */
  async function closed(answer: (asked: number, attempt: AbortController) => boolean) {
    const attempt = new AbortController();
    let asked = 0;
    const close = async () => answer(++asked, attempt);
    const owner = { name: 'film', files: () => [], close } as unknown as DataOwner;
    const loop = closingLoop({ dataOwners: () => [owner] } as unknown as IdentityResources);
    const signals = { signal: attempt.signal, stopping: attempt.signal };
    const failure = await loop.run({ accountId: newId() } as ClaimedClosing, signals).catch((error: Error) => error);
    return { asked, cause: failure?.cause };
  }

  test('asks until nothing is left', async () => {
    expect(await closed((asked) => asked < 3)).toEqual({ asked: 3, cause: undefined });
  });

  test('ends with its lease, whatever is left', async () => {
    const { asked, cause } = await closed((times, attempt) => {
      if (times === 2) attempt.abort();
      return true;
    });
    expect([asked, cause]).toEqual([2, expect.objectContaining({ name: 'AbortError' })]);
  });

  test('fails where something is always left', async () => {
    const { cause } = await closed((asked) => asked < 200_000);
    expect(cause).toMatchObject({ message: 'closing an account does not end in film' });
  });
});

test('the archive of an attempt that has failed is deleted, and kept where the database may know it', async () => {
  const { identity } = await ownDataScene();
  const { blobs } = identity;
  const { ended } = exportLoop({ blobs } as unknown as IdentityResources);
  const row = { folder: `exports/${newId()}/`, attempt: 1 } as ClaimedExport;
  const keptAfter = async (outcome: Outcome) => {
    await blobs.put(`${row.folder}1.zip`, Readable.from(['an archive']));
    await ended?.(row, { outcome, seconds: 1, result: undefined });
    const keys: string[] = [];
    for await (const { key } of blobs.list(row.folder)) keys.push(key);
    return keys.length;
  };
  expect([await keptAfter('failed'), await keptAfter('complete'), await keptAfter('unknown')]).toEqual([0, 1, 1]);
});

test('who has no account any more has nothing to export, to close or to keep', async () => {
  const { ownData } = await ownDataScene();
  const calls = ownData(viewers.movieLover());
  const asked = [
    () => calls.requestExport({}),
    () => calls.getClosing({}),
    () => calls.closeOwnAccount({ typed: 'ada@example.com' }),
    () => calls.keepOwnAccount({}),
  ];
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ reason: 'ACCOUNT_NOT_FOUND' });
});
