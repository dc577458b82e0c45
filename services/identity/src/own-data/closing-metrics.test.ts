import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { eventually } from '@marquee/testing/eventually';
import { ownDataScene, signedIn } from '../testing/own-data-scene.ts';

const DAY_MS = 86_400_000;

test('a closing that is due and not done is seen, and how closings and exports end [SYS-04:metrics]', async () => {
  const metrics = openMetrics({ service: 'identity' });
  const said = async (name: string) => {
    const line = (await metrics.text()).split('\n').find((one) => one.startsWith(`marquee_account_${name}{`));
    return Number(line?.split(' ').at(-1));
  };
  const { identity, state, ownData } = await ownDataScene();
  const { viewer, account } = await signedIn(identity);
  await ownData(viewer).requestExport({});
  await eventually(async () => expect(await said('exports_total')).toBe(1));
  await ownData(viewer).closeOwnAccount({ typed: account.email });
  expect([await said('closings_due'), await said('closing_oldest_seconds')]).toEqual([0, 0]);
  state.isUp = false;
  identity.clock.advance(14 * DAY_MS + 7_200_000);
  await eventually(async () =>
    expect(await identity.db.query('SELECT 1 FROM account_closings WHERE failures > 0')).toHaveLength(1),
  );
  expect([await said('closings_due'), await said('closing_oldest_seconds')]).toEqual([1, 7_200]);
  state.isUp = true;
  identity.clock.advance(3_600_000);
  await eventually(async () => expect(await said('closings_due')).toBe(0), 15_000);
  await eventually(async () => expect(await said('closings_total')).toBe(1));
  metrics.close();
}, 40_000);
