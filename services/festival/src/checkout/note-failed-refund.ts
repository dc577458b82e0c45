import type { Order, Refund } from '@marquee/payments/orders';
import * as actions from '../organizations/organization-actions.ts';
import type { FestivalWrite } from '../resources.ts';
import * as types from '../tickets/ticket-types.ts';

/**
 * The history of the organization says that the provider could not give money back, at once, so that the tickets are valid again, or
 * after it had, so that it is owed; and who had asked for it; nobody, where the system did. A dispute that was won is none of these.
 */
export async function noteFailedRefund(
  { tx, clock }: FestivalWrite,
  { id, itemId }: Order,
  { kind, askedBy: actorId, reason, failure }: Refund,
): Promise<void> {
  if (kind === 'DISPUTE') return;
  const { festivalId } = await types.get(tx, itemId);
  const changes = [
    { field: 'order', before: id, after: '' },
    { field: 'failure', before: '', after: failure },
  ];
  await actions.append(tx, {
    ...{ festivalId, kind: 'TICKETS_REFUND_FAILED', actorId, changes, reason, now: clock.now() },
  });
}
