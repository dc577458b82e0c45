import type { Goods } from '@marquee/payments/goods';
import type { FestivalWrite } from '../resources.ts';
import { SUBMISSION } from '../submissions/open-submission.ts';
import { submissionGoods } from '../submissions/submission-goods.ts';
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
  deliver: (write, order) => goodsOf(order).deliver(write, order),
  takeBack: (write, order) => goodsOf(order).takeBack(write, order),
  restore: (write, order) => goodsOf(order).restore(write, order),
  changed: (write, order, refund) => goodsOf(order).changed(write, order, refund),
};
