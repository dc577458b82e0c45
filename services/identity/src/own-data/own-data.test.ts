import { ExportState, OwnDataMailService, OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { PERSONAL_DATA_OWNERS } from '@marquee/contracts/personal-data-owners';
import { newId } from '@marquee/data/ids';
import { implement, serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { testClock } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService, signInByLink } from '../testing/identity-service.ts';
import { filesOfArchive } from '../testing/read-archive.ts';
import { sweepExports } from './sweep-exports.ts';

const DAY_MS = 86_400_000;

/** The other services that hold personal data: their answers, and what they were asked. */
async function dataOwners() {
  const state = { isUp: true, asked: [] as string[], left: 0, text: '[]' };
  const owners = await Promise.all(
    PERSONAL_DATA_OWNERS.filter((name) => name !== 'identity').map(async (name) => {
      const requireUp = () => {
        if (!state.isUp && name === 'film') throw new Error('down');
      };
      const answers = implement(PersonalDataService, {
        async *exportAccount({ accountId }) {
          requireUp();
          state.asked.push(`export ${name} ${accountId}`);
          for (const piece of ['[', state.text, ']']) yield { path: 'things.json', data: Buffer.from(piece) };
          yield { path: 'others.json', data: Buffer.from('[]') };
        },
        async closeAccount({ accountId }) {
          requireUp();
          state.asked.push(`close ${name} ${accountId}`);
          if (name !== 'film') return { more: false };
          state.left -= 1;
          return { more: state.left >= 0 };
        },
      });
      const verifier = createVerifier({ ...verifierKeys, clock: { now: () => testClock().now() } });
      const about = { service: name, host: '127.0.0.1', port: 0, log: silentLog, verifier };
      const server = await serve({ ...about, implementations: [answers] });
      atEnd(() => server.drain(100));
      return [name, `127.0.0.1:${server.port}`] as const;
    }),
  );
  return { state, addresses: Object.fromEntries(owners) };
}

async function setUp() {
  const { state, addresses } = await dataOwners();
  const env = { PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-plans' };
  const identity = await identityService({ env, addresses });
  const ownData = (viewer: AccountViewer) => clientFor(identity.service, OwnDataService, viewer);
  const mails = clientFor(identity.service, OwnDataMailService, viewers.service('notification'));
  return { identity, state, ownData, mails };
}

/** Somebody who is signed in, and their browser. */
async function signedIn(identity: IdentityUnderTest, changes: Parameters<IdentityUnderTest['anAccount']>[0] = {}) {
  const account = await identity.anAccount(changes);
  const browser = identity.browser();
  await signInByLink(identity, browser, account.email);
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('nobody is signed in');
  return { account, browser, viewer };
}

const typesOf = async (identity: IdentityUnderTest, key: string) =>
  (await identity.events()).filter((event) => event.key === key).map(({ type }) => type);

test('an export is one archive of all services, announced once, read by its owner alone and deleted after 7 days [SET-12:export]', async () => {
  const { identity, state, ownData, mails } = await setUp();
  const { viewer, account } = await signedIn(identity);
  state.text = '{"of":"film"}';
  const calls = ownData(viewer);
  expect((await calls.getExport({})).export).toBeUndefined();

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
  const { identity, state, ownData } = await setUp();
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

  state.isUp = true;
  identity.clock.advance(60_000);
  await eventually(async () => (await ownData(viewer).getExport({})).export?.state === ExportState.READY, 15_000);
  const ready = (await identity.events()).filter(({ type }) => type === 'AccountExportReady');
  expect(ready).toHaveLength(1);
}, 30_000);

test('closing asks for the address, hides the account, ends every session, and is taken back within 14 days [SET-05:undo]', async () => {
  const { identity, ownData, mails } = await setUp();
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
  const { identity, state, ownData } = await setUp();
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
  const { identity, ownData } = await setUp();
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
