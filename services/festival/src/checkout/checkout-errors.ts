import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError, invalid } from '@marquee/runtime/errors';

const refused = (reason: string, message: string, metadata?: Record<string, string>) =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason, message, metadata });

export function notOnSale(state: 'NOT_YET' | 'OVER' | 'NOT_SOLD'): DomainError {
  if (state === 'NOT_YET') return refused('NOT_YET_ON_SALE', TICKET_MESSAGES.notYetOnSale);
  if (state === 'OVER') return refused('SALE_OVER', TICKET_MESSAGES.saleOver);
  return refused('NOT_ON_SALE', TICKET_MESSAGES.notOnSale);
}

/** Nothing is left, or less than was asked for. */
export function soldOut(left: number): DomainError {
  if (left === 0) return refused('SOLD_OUT', TICKET_MESSAGES.soldOut);
  return refused('FEW_LEFT', TICKET_MESSAGES.fewLeft);
}

/** `left` is how many the customer may still buy. */
export function overLimit(left: number): DomainError {
  return refused('OVER_LIMIT', TICKET_MESSAGES.overLimit, { left: String(Math.max(0, left)) });
}

/** The price is not the one that the buyer was shown: they confirm the new one. */
export function priceChanged(price: bigint): DomainError {
  return refused('PRICE_CHANGED', TICKET_MESSAGES.priceChanged, { price: String(price) });
}

export function priceTooLow(): DomainError {
  return invalid([{ field: 'price', message: TICKET_MESSAGES.priceTooLow }]);
}

export function paymentsUnavailable(): DomainError {
  return refused('PAYMENTS_UNAVAILABLE', TICKET_MESSAGES.paymentsUnavailable);
}

/** Their rule does not allow it, or not all of them are the buyer's any more. */
export function cannotGiveBack(): DomainError {
  return refused('NOT_REFUNDABLE', TICKET_MESSAGES.notRefundable);
}

/** A door has let somebody in with it. */
export function ticketUsed(): DomainError {
  return refused('TICKET_USED', TICKET_MESSAGES.used);
}

export function refundOver(): DomainError {
  return refused('REFUND_OVER', TICKET_MESSAGES.refundOver);
}
