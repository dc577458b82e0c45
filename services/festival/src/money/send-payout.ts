import type { Payout } from '@marquee/payments/payouts';
import type { FestivalResources } from '../resources.ts';

/** The provider is asked at once for a payout that was begun; the sweeper does it if it does not answer. */
export function sendPayout({ sales, log }: FestivalResources, payoutId: string): Promise<Payout | undefined> {
  const sent = sales ? sales.payouts.send(payoutId) : Promise.resolve(undefined);
  return sent.catch((err: unknown) => {
    log.warn({ err }, 'a payout waits for the payment provider');
    return undefined;
  });
}
