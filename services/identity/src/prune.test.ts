import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { pruneHourly } from './prune.ts';
import { importSessions } from './seed/import-sessions.ts';
import { identityService, signInByLink } from './testing/identity-service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('attempts and sessions are deleted a day after they expired or ended, and none before', async () => {
  const identity = await identityService();
  const { email, id } = await identity.anAccount();
  const idsOf = async (table: 'challenges' | 'sessions') => {
    const rows = await identity.db.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`);
    return rows.map((row) => row.id);
  };
  const pruning = pruneHourly({ ...identity.resources, log: silentLog });
  const pruned = async (check: () => Promise<void>) => {
    pruning.wake();
    await eventually(check);
  };

  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550180' });
  const { challenge: unused } = await identity.browser().startSignIn({ phoneNumber });
  const [leaving, staying] = [identity.browser(), identity.browser()];
  await signInByLink(identity, leaving, email);
  await signInByLink(identity, staying, email);
  await leaving.signOut();
  const challenges = await idsOf('challenges');
  const sessions = await idsOf('sessions');
  expect([challenges.length, sessions.length]).toEqual([3, 2]);
  await importSessions(identity.resources, Buffer.alloc(32, 'b'), Array(1_001).fill(id), 1);

  // Codes live for 10 minutes, links for 30; what is used is open for as long.
  identity.clock.advance(DAY_MS + 10 * 60_000);
  await pruned(async () => expect(await idsOf('sessions')).toEqual([sessions[1]]));
  expect(await idsOf('challenges')).toEqual(challenges);

  identity.clock.advance(1);
  await pruned(async () => expect(await idsOf('challenges')).not.toContain(unused?.session));
  expect(await idsOf('challenges')).toHaveLength(2);

  identity.clock.advance(20 * 60_000);
  await pruned(async () => expect(await idsOf('challenges')).toEqual([]));
  expect(await idsOf('sessions')).toEqual([sessions[1]]);
  expect(await staying.viewer()).toMatchObject({ accountId: id });
  await pruning.close();
});

test('a session whose time is over has ended, once, for who follows sessions [NOT-05:sign-out]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const [early, late] = [identity.browser(), identity.browser()];
  await signInByLink(identity, early, email ?? '');
  identity.clock.advance(1);
  await signInByLink(identity, late, email ?? '');
  const sessionId = (await early.viewer())?.sessionId;
  const pruning = pruneHourly({ ...identity.resources, log: silentLog });
  const ended = async () =>
    (await identity.events()).filter(({ type }) => type === 'SessionEnded').map(({ message }) => message.sessionId);

  identity.clock.advance(30 * DAY_MS - 1);
  pruning.wake();
  await eventually(async () => expect(await ended()).toEqual([sessionId]));
  expect(await late.viewer()).toBeDefined();
  // A day later it is deleted, with no second event.
  identity.clock.advance(DAY_MS + 1);
  pruning.wake();
  await eventually(async () => expect(await ended()).toHaveLength(2));
  const left = 'SELECT 1 FROM sessions WHERE id = $1';
  await eventually(async () => expect(await identity.db.query(left, [sessionId])).toEqual([]));
  expect((await ended()).filter((id) => id === sessionId)).toHaveLength(1);
  await pruning.close();
});

test('what else has ended is deleted when its time is over, and kept until then', async () => {
  const { db, clock, resources, anAccount } = await identityService();
  const [{ id: a }, { id: b }] = [await anAccount(), await anAccount()];
  const now = clock.now();
  const pruning = pruneHourly({ ...resources, log: silentLog });
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const text = `INSERT INTO ${table} (${names}) VALUES (${names.map((_, index) => `$${index + 1}`)})`;
    return db.query(text, Object.values(row));
  };
  const [id, email, hash] = [crypto.randomUUID(), 'ada@example.com', Buffer.alloc(32, 1)];
  await insert('passkey_ceremonies', { challenge_hash: hash, expires_at: now });
  await insert('passkey_links', { token_hash: hash, account_id: a, created_at: now, expires_at: now });
  await insert('connection_asks', { requester_id: a, recipient_id: b, asked_at: now });
  await insert('card_setups', { id, account_id: a, provider_id: 'seti_1', created_at: now });
  await insert('email_changes', { id, account_id: a, email, requested_at: now, expires_at: now });
  await insert('invited_users', { id, email, invited_by: b, created_at: now, expires_at: now });
  await insert('profile_view_keys', { day: '2026-11-20', key: hash });
  await insert('profile_views', { id, profile_id: a, viewer_key: hash, day: '2026-11-20', viewed_at: now });
  await insert('staff_notices', { id, title: 'A title', text: 'A text', recipients: 1, sent_by: b, created_at: now });
  await insert('staff_notice_recipients', { staff_notice_id: id, account_id: a });

  /** The tables that hold nothing any more, after so long. */
  const emptyAfter = async (ms: number, tables: string[]) => {
    clock.set(new Date(now.getTime() + ms));
    pruning.wake();
    const isEmpty = async (table: string) => (await db.query(`SELECT 1 FROM ${table}`)).length === 0;
    await eventually(async () => {
      const empty = [];
      for (const table of ALL) if (await isEmpty(table)) empty.push(table);
      expect(empty).toEqual(tables.toSorted());
    });
  };
  const ofADay = ['card_setups', 'connection_asks', 'email_changes', 'passkey_ceremonies', 'passkey_links'];
  const ALL = [
    ...[...ofADay, 'invited_users', 'profile_view_keys', 'profile_views', 'staff_notice_recipients', 'staff_notices'],
  ].toSorted();
  await emptyAfter(1, ['invited_users']);
  await emptyAfter(DAY_MS, ['invited_users', 'profile_view_keys']);
  await emptyAfter(DAY_MS + 1, [...ofADay, 'invited_users', 'profile_view_keys']);
  const after90 = [...ofADay, 'invited_users', 'profile_view_keys', 'profile_views'];
  await emptyAfter(90 * DAY_MS + 1, after90);
  await emptyAfter(400 * DAY_MS, after90);
  await emptyAfter(400 * DAY_MS + 1, ALL);
  await pruning.close();
});
