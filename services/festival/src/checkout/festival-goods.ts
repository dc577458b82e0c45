import type { Goods } from '@marquee/payments/goods';
import type { FestivalWrite } from '../resources.ts';
import { SUBMISSION } from '../submissions/open-submission.ts';
import { submissionGoods } from '../submissions/submission-goods.ts';
import { tallyRefund, tallySale } from '../tallies/tally-order.ts';
import { TICKETS, ticketGoods } from './ticket-goods.ts';

const BY_KIND: ReadonlyMap<string, Goods<FestivalWrite>> = new Map([
  [TICKETS, ticketGoods],
  [SUBMISSION, submissionGoods],
]);

function goodsOf({ kind }: { kind: string }): Goods<FestivalWrite> {
  const goods = BY_KIND.get(kind);
  if (!goods) throw new Error(`nothing is sold as ${kind}`);
  return goods;
}

/** All that festival sells, each by the kind of its order. */
export const festivalGoods: Goods<FestivalWrite> = {
  prepare: async (write, order) => goodsOf(order).prepare?.(write, order),
  async deliver(write, order, prepared) {
    const until = await goodsOf(order).deliver(write, order, prepared);
    if (until) await tallySale(write, order);
    return until;
  },
  takeBack: (write, order, refund) => goodsOf(order).takeBack(write, order, refund),
  restore: (write, order, refund) => goodsOf(order).restore(write, order, refund),
  async changed(write, order, refund) {
    await goodsOf(order).changed(write, order, refund);
    // What is owed was taken off when its first refund succeeded.
    if (refund?.state === 'SUCCEEDED' && !refund.isOwed && order.fulfilledAt) await tallyRefund(write, order, refund);
  },
};
