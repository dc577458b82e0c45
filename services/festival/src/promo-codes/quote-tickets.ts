import { discountOf, promoCode } from '@marquee/rules/promo-codes';
import { ticketChoice } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requirePrice } from '../checkout/require-price.ts';
import type { Queryable } from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as types from '../tickets/ticket-types.ts';
import { codeNotForThese, codeNotFound, codeNotYet, codeUsedByYou, codeUsedUp } from './promo-code-errors.ts';
import * as promoCodes from './promo-codes.ts';

export const quoteTicketsSchema = ticketChoice.extend({ ticketTypeId: z.string(), code: promoCode });

export type Quote = { fullAmount: bigint; discount: bigint; amount: bigint };

/** What tickets cost the viewer with a code, as an order now would [TIC-05:codes]. */
export async function quoteTickets(
  { db, clock }: FestivalResources,
  { accountId }: AccountViewer,
  { ticketTypeId, quantity, price, code }: z.output<typeof quoteTicketsSchema>,
): Promise<Quote> {
  const type = await types.get(db, ticketTypeId);
  requirePrice(type, price);
  const found = await requireUsable(db, type, code, clock.now());
  await requireUseLeft(db, accountId, found);
  if (!(await promoCodes.hasFree(db, found.id))) throw codeUsedUp();
  const [fullAmount, discount] = [price * BigInt(quantity), discountOf(found, { price, quantity })];
  return { fullAmount, discount, amount: fullAmount - discount };
}

/** The code, where it can be used for these tickets now, however often it was used. */
export async function requireUsable(
  db: Queryable,
  { id, festivalId }: Pick<types.SoldType, 'id' | 'festivalId'>,
  code: string,
  now: Date,
): Promise<promoCodes.PromoCode> {
  const found = await promoCodes.findUsable(db, festivalId, code);
  if (!found || (found.endsAt && found.endsAt <= now)) throw codeNotFound();
  if (found.startsAt && found.startsAt > now) throw codeNotYet();
  if (found.ticketTypeIds.length > 0 && !found.ticketTypeIds.includes(id)) throw codeNotForThese();
  return found;
}

/** @throws DomainError FAILED_PRECONDITION, PROMO_CODE_USED_BY_YOU */
export async function requireUseLeft(
  db: Queryable,
  accountId: string,
  { id, usesPerCustomer }: Pick<promoCodes.PromoCode, 'id' | 'usesPerCustomer'>,
): Promise<void> {
  if ((await promoCodes.usesOf(db, accountId, id)) >= usesPerCustomer) throw codeUsedByYou();
}
