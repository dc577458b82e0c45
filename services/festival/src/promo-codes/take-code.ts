import { discountOf } from '@marquee/rules/promo-codes';
import type { FestivalWrite } from '../resources.ts';
import type { SoldType } from '../tickets/ticket-types.ts';
import { codeUsedUp, discountChanged } from './promo-code-errors.ts';
import * as promoCodes from './promo-codes.ts';
import { requireUsable, requireUseLeft } from './quote-tickets.ts';

export type AskedDiscount = { promoCode: string; discount: bigint; price: bigint; quantity: number };
export type TakenCode = { promoCodeId: string | null; discount: bigint };

/** What a new order gets off: what its buyer was shown, or nothing is sold [TIC-05:codes]. */
export async function priceWithCode(
  { tx, clock }: FestivalWrite,
  accountId: string,
  type: SoldType,
  { promoCode: code, discount: shown, price, quantity }: AskedDiscount,
): Promise<TakenCode> {
  if (code === '') {
    if (shown !== 0n) throw discountChanged(0n);
    return { promoCodeId: null, discount: 0n };
  }
  const found = await requireUsable(tx, type, code, clock.now());
  const discount = discountOf(found, { price, quantity });
  if (discount !== shown) throw discountChanged(discount);
  await promoCodes.takeTurn(tx, accountId, found.id);
  await requireUseLeft(tx, accountId, found);
  return { promoCodeId: found.id, discount };
}

/** Takes a use of the code for an order that has just been made. @throws DomainError FAILED_PRECONDITION, PROMO_CODE_USED_UP */
export async function takeUse({ tx }: FestivalWrite, { promoCodeId }: TakenCode, orderId: string): Promise<void> {
  if (promoCodeId !== null && !(await promoCodes.claim(tx, promoCodeId, orderId))) throw codeUsedUp();
}
