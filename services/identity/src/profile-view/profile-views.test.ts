import { setTimeout as delay } from 'node:timers/promises';
import { Code } from '@connectrpc/connect';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { viewers } from '@marquee/testing/viewers';
import { suspendAccount } from '../account/suspend-account.ts';
import { pruneHourly } from '../prune.ts';
import { type IdentityUnderTest, identityService, type TestPerson } from '../testing/identity-service.ts';
import { createViewBuffer, writeViews } from './view-buffer.ts';

const DAY_MS = 86_400_000;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
});

const visitor = viewers.visitor();
const POLL_MS = 200;
const countOf = async ({ person, people }: TestPerson) => {
  // A caller may ask 600 times a minute.
  await delay(POLL_MS);
  return Number((await people.getProfileCounters(person)).profileViews);
};
/** Views are written together, after seconds. */
const counted = (person: TestPerson, count: number) =>
  eventually(async () => expect(await countOf(person)).toBe(count), 15_000);
const viewersOf = async ({ views }: TestPerson) =>
  (await views.listProfileViews({})).views.map(({ viewer }) => viewer?.firstName ?? null);

test('a view counts once a viewer and day, one’s own never, and visitors are numbers [PRO-04:record]', async () => {
  const owner = await identity.somebody();
  const fan = await identity.somebody({ firstName: 'Fan' });
  const look = async (userAgent: string, ip = '192.0.2.7') =>
    identity.views(visitor, { ip, userAgent }).recordProfileView(owner.person);
  for (let time = 0; time < 3; time += 1) {
    await fan.views.recordProfileView(owner.person);
    await owner.views.recordProfileView(owner.person);
    await look('Firefox');
  }
  await look('Chrome');
  await look('Firefox', '192.0.2.8');
  await counted(owner, 4);
  identity.clock.advance(DAY_MS);
  await fan.views.recordProfileView(owner.person);
  await look('Firefox');
  await counted(owner, 6);
  expect(await viewersOf(owner)).toEqual(['Fan', 'Fan']);
  expect((await owner.views.listProfileViews({})).visitorCount).toBe(4);
  expect((await fan.views.listProfileViews({})).views).toEqual([]);
}, 40_000);

test('a visitor leaves nothing by which they can be known, and the key of a day goes with it [PRO-04:visitor]', async () => {
  const [owner, other] = [await identity.somebody(), await identity.somebody()];
  const views = createViewBuffer({ db: identity.db, clock: identity.clock });
  const browser = { viewerId: null, ip: '198.51.100.9', userAgent: 'Firefox of nobody' };
  for (const { id: profileId } of [owner, other]) await views.note({ profileId, ...browser });
  await views.flush();
  const rows = await identity.db.query<{ key: string; row: string }>(
    `SELECT encode(viewer_key, 'hex') AS key, v::text AS row FROM profile_views v WHERE profile_id = ANY($1)`,
    [[owner.id, other.id]],
  );
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  for (const { key } of rows) expect(key).toHaveLength(32);
  const [secret] = await identity.db.query('SELECT octet_length(key) AS bytes FROM profile_view_keys LIMIT 1');
  expect(secret).toEqual({ bytes: 32 });
  for (const { row } of rows) expect(row).not.toMatch(/198\.51|Firefox/);

  const days = async () => (await identity.db.query('SELECT day FROM profile_view_keys')).length;
  expect(await days()).toBeGreaterThan(0);
  identity.clock.advance(DAY_MS);
  const pruning = pruneHourly({ ...identity.resources, log: silentLog });
  await eventually(async () => expect(await days()).toBe(0));
  await pruning.close();
});

test('many views of a profile by many processes are counted exactly [PRO-04:record]', async () => {
  const owner = await identity.somebody();
  const processes = [1, 2, 3].map(() => createViewBuffer({ db: identity.db, clock: identity.clock }));
  for (const views of processes) {
    for (let index = 0; index < 200; index += 1) {
      await views.note({ profileId: owner.id, viewerId: null, ip: `10.0.0.${index}`, userAgent: 'Firefox' });
    }
  }
  // A profile that is gone by now keeps nobody else's views back.
  await processes[0]?.note({ profileId: newId(), viewerId: null, ip: '', userAgent: '' });
  await Promise.all(processes.map((views) => views.flush()));
  expect(await countOf(owner)).toBe(200);
});

test('a process keeps 10,000 views until they are written [PRO-04:record]', async () => {
  const owner = await identity.somebody();
  const views = createViewBuffer({ db: identity.db, clock: identity.clock });
  for (let index = 0; index < 10_001; index += 1) {
    await views.note({ profileId: owner.id, viewerId: null, ip: '192.0.2.9', userAgent: `Firefox ${index}` });
  }
  await views.flush();
  expect(await countOf(owner)).toBe(10_000);
});

test('what was looked at is written when the process ends [PRO-04:record]', async () => {
  const owner = await identity.somebody();
  const views = createViewBuffer({ db: identity.db, clock: identity.clock });
  const writing = writeViews({ views, log: silentLog });
  await views.note({ profileId: owner.id, viewerId: null, ip: '192.0.2.9', userAgent: 'Firefox' });
  await writing.close();
  expect(await countOf(owner)).toBe(1);
});

test('the owner sees who looked, newest first and for 90 days; private people are not named [PRO-04]', async () => {
  const owner = await identity.somebody();
  const views = createViewBuffer({ db: identity.db, clock: identity.clock });
  const look = async (firstName: string) => {
    const viewer = await identity.somebody({ firstName });
    await views.note({ profileId: owner.id, viewerId: viewer.id, ip: '', userAgent: '' });
    await views.flush();
    identity.clock.advance(60_000);
    return viewer;
  };
  await look('Early');
  identity.clock.advance(89 * DAY_MS);
  const shy = await look('Shy');
  await shy.profile.updateProfile({ requestId: newId(), profileVisibility: ProfileVisibility.PRIVATE });
  const blocked = await look('Blocked');
  await owner.blocks.blockAccount(blocked.person);
  const blocker = await look('Blocker');
  await blocker.blocks.blockAccount(owner.person);
  const gone = await look('Gone');
  await suspendAccount(identity.resources, { accountId: gone.id, reason: 'spam' });
  const closing = await look('Closing');
  await closing.close();
  await look('Late');
  expect(await viewersOf(owner)).toEqual(['Late', null, 'Early']);
  const first = await owner.views.listProfileViews({ pageSize: 2 });
  const rest = await owner.views.listProfileViews({ pageSize: 2, cursor: first.nextCursor });
  expect([...first.views, ...rest.views].map(({ viewer }) => viewer?.firstName)).toEqual(['Late', undefined, 'Early']);
  await closing.keep();
  expect(await viewersOf(owner)).toEqual(['Late', 'Closing', null, 'Early']);
  identity.clock.advance(DAY_MS);
  expect(await viewersOf(owner)).toEqual(['Late', 'Closing', null]);
  expect(await countOf(owner)).toBe(7);
});

test('a profile that one may not see is not viewed', async () => {
  const owner = await identity.somebody();
  await owner.profile.updateProfile({ requestId: newId(), profileVisibility: ProfileVisibility.PRIVATE });
  for (const profileId of [owner.id, newId(), 'x']) {
    await expect(identity.views(visitor).recordProfileView({ profileId })).rejects.toMatchObject({
      code: Code.NotFound,
      reason: 'PROFILE_NOT_FOUND',
    });
  }
});
