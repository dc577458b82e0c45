import type { Order, Refund } from './orders.ts';

/**
 * What a step of a refund says of what is owed. OWED: it had succeeded, and failed later. GIVEN and ELSEWHERE: with it all that was
 * owed is back, by the provider or in another way. GOING: any other step of one that gives back what is owed. '' of any other refund.
 */
export type OwedStep = '' | 'OWED' | 'GOING' | 'GIVEN' | 'ELSEWHERE';

/** What a step of a refund says of what is owed; `order` as it is after the step. */
export function owedStepOf(
  { owed }: Pick<Order, 'owed'>,
  { state, kind, failedAt, isOwed }: Pick<Refund, 'state' | 'kind' | 'failedAt' | 'isOwed'>,
): OwedStep {
  if (state === 'FAILED' && failedAt !== null) return 'OWED';
  if (!isOwed) return '';
  if (state !== 'SUCCEEDED' || owed > 0n) return 'GOING';
  return kind === 'ELSEWHERE' ? 'ELSEWHERE' : 'GIVEN';
}

/** What events say of a step of a refund; '' in each field without one. */
export const refundFacts = (order: Pick<Order, 'owed'>, refund: Refund | undefined) => ({
  refund: refund?.kind ?? '',
  refundState: refund?.state ?? '',
  refundId: refund?.id ?? '',
  owedStep: refund ? owedStepOf(order, refund) : '',
});
