import {
  type SoldOrder,
  SoldOrderState,
  type SoldRefund,
  type SoldTicket,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { formatUsd } from '@marquee/rules/format';
import { owedStateText } from './owed-refund.tsx';

/** How an order of tickets stands. */
export function ticketOrderState(order: SoldOrder): string {
  return order.owed > 0n ? owedStateText(stateText({ ...order, refundFailure: '' }), order) : stateText(order);
}

function stateText({ state, refunding, returned, refundFailure }: Omit<SoldOrder, '$typeName'>): string {
  if (state === SoldOrderState.RETURNED) return 'Refunded';
  if (state === SoldOrderState.RETURNING || refunding) return 'Being refunded';
  if (refundFailure) return `Delivered. The refund failed: ${refundFailure}`;
  if (returned > 0) return returned === 1 ? 'One ticket refunded' : `${returned} tickets refunded`;
  return 'Delivered';
}

export const paidText = ({ amount }: Pick<SoldOrder, 'amount'>): string => (amount > 0n ? formatUsd(amount) : 'Free');

/** What goes back of a price; '' where nothing was paid. */
export const priceText = (amount: bigint): string => (amount > 0n ? formatUsd(amount) : '');

/** How a ticket stands, of an order with these refunds. */
export function ticketState({ valid, used, onItsWay, unitId }: SoldTicket, refunds: readonly SoldRefund[]): string {
  const isPending = refunds.some((refund) => refund.state === 'PENDING' && ['', unitId].includes(refund.unitId));
  if (!valid) return isPending ? 'Being refunded' : 'Taken back';
  if (used) return 'Used at the door';
  return onItsWay ? 'Sent, not accepted' : 'Valid';
}

const KINDS: Record<string, string> = {
  STAFF: 'Staff',
  SELLER: 'The organization',
  BUYER: 'The buyer',
  CANCELLED: 'The event was cancelled',
  LATE: 'Paid too late',
  PROVIDER: 'At the payment provider',
  DISPUTE: 'Dispute at the bank',
  ELSEWHERE: 'Paid another way',
};
/** Who or what caused a refund. */
export const refundKindText = ({ kind }: SoldRefund): string => KINDS[kind] ?? kind;

const STATES: Record<string, string> = { PENDING: 'On its way', SUCCEEDED: 'Given back', FAILED: 'Failed' };
export function refundStateText({ state, failure }: SoldRefund): string {
  const text = failure && state === 'SUCCEEDED' ? 'Failed later' : (STATES[state] ?? state);
  return [text, failure].filter(Boolean).join(': ');
}

/** What of the order ended with a refund. */
export function refundedWhat({ unitId, isPart }: SoldRefund): string {
  if (unitId) return 'One ticket';
  return isPart ? 'Money alone' : 'The whole order';
}
