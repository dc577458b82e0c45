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
  const pruning = pruneHourly({ db: identity.resources.db, clock: identity.clock, log: silentLog });
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
