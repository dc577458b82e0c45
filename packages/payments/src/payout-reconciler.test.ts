import type { Query } from '@marquee/data/database';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { createPayoutReconciler } from './payout-reconciler.ts';

test('a round looks at 200 payouts at a time, asks the provider about ten of them, and ends with the last', async () => {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const ids = Array.from({ length: 205 }, (_, n) => `payout ${String(n).padStart(3, '0')}`);
  const [steps, asked] = [[] as string[], [] as string[]];
  const query = (async ({ name, text, values: [after] }: { name: string; text: string; values: string[] }) => {
    if (name !== 'payouts.reconcile') {
      steps.push(name);
      return [];
    }
    const limit = Number(/LIMIT (\d+)/.exec(text)?.[1]);
    const next = ids.filter((id) => id > (after?.startsWith('payout') ? after : '')).slice(0, limit);
    steps.push(`${next.length}`);
    return next.map((id) => ({ id, accountId: 'a', state: 'PAID', createdAt: clock.now(), isBooked: true }));
  }) as unknown as Query;
  const getPayout = async (id: string) => {
    asked.push(id);
    return { status: 'PAID' as const, failure: '' };
  };
  const reconciler = createPayoutReconciler({ db: { query }, provider: { getPayout }, clock, log: silentLog });
  const round = async () => {
    await reconciler.run(new AbortController().signal);
    return asked.splice(0).length;
  };
  expect([await round(), await round(), await round()]).toEqual([10, 5, 10]);
  const [began, ended] = ['differences.known', 'differences.markCompared'];
  expect(steps).toEqual([began, '200', '5', ended, began, '200']);
});
