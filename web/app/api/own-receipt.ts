import { data } from 'react-router';
import type { Paid } from '../features/receipts/receipt-words.ts';
import type { Api } from './context.ts';

/** The receipt of an order at the service that sold it. @throws a 404 for a name of no seller */
export async function ownReceipt(api: Api, { seller, orderId }: { seller: string; orderId: string }): Promise<Paid> {
  const ask = {
    films: () => api.receipts.getReceipt({ orderId }),
    plans: () => api.planReceipts.getPlanReceipt({ orderId }),
    tickets: () => api.ticketReceipts.getTicketReceipt({ orderId }),
  };
  const { receipt } = (await (Object.hasOwn(ask, seller) ? ask[seller as keyof typeof ask]() : undefined)) ?? {};
  if (!receipt) throw data(null, { status: 404 });
  const { orderId: id, number, kind, title, quantity, amount, currency, fee, sellerName, refunds } = receipt;
  const { paidAt, periodStart, periodEnd } = receipt;
  return {
    ...{ orderId: id, number, kind, title, quantity, amount, currency, fee, sellerName },
    ...{ paidAt: plain(paidAt), periodStart: plain(periodStart), periodEnd: plain(periodEnd) },
    refunds: refunds.map(({ id: refundId, amount: part, ended, at, failedAt }) => ({
      id: refundId,
      amount: part,
      ended,
      ...{ at: plain(at), failedAt: plain(failedAt) },
    })),
  };
}

/** A time as a page keeps it. */
const plain = (at: { seconds: bigint } | undefined) => at && { seconds: at.seconds };
