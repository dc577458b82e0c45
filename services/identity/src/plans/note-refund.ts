import type { Order, Refund } from '@marquee/payments/orders';
import * as auditLog from '../audit/audit-log.ts';
import type { IdentityWrite } from '../resources.ts';

const KINDS = {
  PENDING: 'PLAN_REFUND_ASKED',
  SUCCEEDED: 'PLAN_REFUNDED',
  FAILED: 'PLAN_REFUND_FAILED',
} as const satisfies Record<Refund['state'], auditLog.AuditKind>;

/** The audit log says that staff asked for a refund, who and why, and how it ended. What the system asks for has no entry. */
export async function noteRefund(
  { tx, clock }: IdentityWrite,
  { id: orderId, accountId }: Order,
  { state, askedBy, reason, failure }: Refund,
): Promise<void> {
  if (askedBy === null) return;
  const changes = [{ field: 'order', before: orderId, after: '' }];
  if (failure) changes.push({ field: 'failure', before: '', after: failure });
  // Of a closed account the order is all that is left.
  const entry = { actorId: askedBy, objectId: accountId ?? orderId, changes, reason, now: clock.now() };
  await auditLog.append(tx, { ...entry, kind: KINDS[state] });
}
