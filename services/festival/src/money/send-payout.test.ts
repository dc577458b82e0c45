import { recordingLog } from '@marquee/testing/recording-log';
import type { FestivalResources } from '../resources.ts';
import { sendPayout } from './send-payout.ts';

test('a payout whose provider does not answer waits, which is logged; without sales there is none', async () => {
  const { log, said } = recordingLog();
  const sent = (sales: object | undefined) => sendPayout({ sales, log } as unknown as FestivalResources, 'payout');
  expect(await sent({ payouts: { send: async (id: string) => ({ id }) } })).toEqual({ id: 'payout' });
  expect(await sent(undefined)).toBeUndefined();
  expect(said()).toEqual([]);
  expect(await sent({ payouts: { send: () => Promise.reject(new Error('down')) } })).toBeUndefined();
  expect(said()).toEqual(['a payout waits for the payment provider']);
});
