import { timestampMs } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import { filmService, startHarness } from '@marquee/film/testing/film-service';
import { identityService } from '@marquee/identity/testing/identity-service';
import { type MarketingUnderTest, marketingService } from '@marquee/marketing/testing/marketing-service';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';

const A_SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

// One: services of a file share a bus, and of one group each event goes to one of them.
let marketing: MarketingUnderTest;
beforeAll(async () => {
  marketing = await marketingService();
});

test('staff change how long a free unlock lasts, and film does so within a second, without a restart [WAT-18]', async () => {
  const alone = await filmService({ FREE_UNLOCK_HOURS: 8 });
  const addresses = { ...alone.platform.addresses, marketing: `127.0.0.1:${marketing.service.rpcPort}` };
  const film = await startHarness({ ...alone, platform: { ...alone.platform, addresses } }, { FREE_UNLOCK_HOURS: 8 });
  const hoursOfUnlock = async () => {
    const filmId = await film.releasedFilm(film.maker());
    const unlock = async () => {
      const { access } = await film.lover().watch.unlockFilm({ requestId: newId(), filmId });
      return access?.expireAt && (timestampMs(access.expireAt) - film.clock.now().getTime()) / HOUR_MS;
    };
    return unlock;
  };
  const unlock = await hoursOfUnlock();
  expect(await unlock()).toBe(8);

  const { settings } = marketing.staff();
  const save = (number: number, seenVersion: bigint) =>
    settings.saveSetting({
      ...{ requestId: newId(), key: 'free-unlock-hours', value: { number }, seenVersion, reason: 'Shorter' },
    });
  await save(2.5, 0n);
  await eventually(async () => (await unlock()) === 2.5, A_SECOND_MS);
  await settings.rollBackSetting({
    ...{ requestId: newId(), key: 'free-unlock-hours', toVersion: 0n, seenVersion: 1n, reason: 'As before' },
  });
  await eventually(async () => (await unlock()) === 48, A_SECOND_MS);
});

test('two lists say who sees metrics and who sees technical details; a change of either holds within a second, for its own alone [ADU-08]', async () => {
  const identity = await identityService({ addresses: { marketing: `127.0.0.1:${marketing.service.rpcPort}` } });
  const { id: accountId } = await identity.anAccount();
  await identity.db.query("UPDATE accounts SET source = 'campaign' WHERE id = $1", [accountId]);
  const reader = viewers.admin();
  const seen = async () => (await identity.backOffice(reader).getUser({ accountId })).user;
  expect(await seen()).toMatchObject({ technicalHidden: true, version: 0n, passkeyCount: 0, user: { source: '' } });

  const { metrics } = marketing.as(reader);
  const seesMetrics = async () => (await metrics.getMetricsAccess({})).allowed;
  expect(await seesMetrics()).toBe(false);
  await expect(metrics.getMetrics({ days: 7 })).rejects.toMatchObject({ reason: 'METRICS_HIDDEN' });

  await marketing.introduce(reader.accountId, 'Tess', 'Technical');
  const { settings } = marketing.staff();
  const save = (names: string[], seenVersion: bigint, key = 'technical-viewers') =>
    settings.saveSetting({
      ...{ requestId: newId(), key, seenVersion, reason: 'on duty' },
      value: { items: names.map((name) => ({ name })) },
    });
  await save([reader.accountId], 0n);
  await eventually(async () => (await seen())?.technicalHidden === false, A_SECOND_MS);
  expect((await seen())?.user).toMatchObject({ source: 'campaign' });
  expect((await seen())?.version).toBeGreaterThan(0n);
  expect(await seesMetrics()).toBe(false);

  await save([reader.accountId], 0n, 'metrics-viewers');
  await eventually(seesMetrics, A_SECOND_MS);
  expect((await metrics.getMetrics({ days: 7 })).days).toHaveLength(7);
  await save([], 1n);
  await eventually(async () => (await seen())?.technicalHidden === true, A_SECOND_MS);
  expect(await seesMetrics()).toBe(true);
});
