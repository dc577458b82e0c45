import { isId } from '@marquee/data/ids';
import type { Payout } from '@marquee/payments/payouts';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { PAYOUT_MESSAGES } from '@marquee/rules/payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../checkout/own-order.ts';
import type { FilmWrite } from '../resources.ts';

export const requestPayoutSchema = z.object({ payoutId: z.string().refine(isId, PAYOUT_MESSAGES.idReused) });

/** Begins a payout of all that the viewer can have; the provider is asked afterwards [STU-09:payouts]. */
export function requestPayout(
  write: FilmWrite,
  { accountId: ownerId }: AccountViewer,
  { payoutId: id }: z.output<typeof requestPayoutSchema>,
): Promise<Payout> {
  return requireSales(write).payouts.request(write, { id, ownerId, currency: SALES_CURRENCY, cause: 'OWNER' });
}
