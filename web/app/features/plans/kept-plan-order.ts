import { type PlanOrder, PlanOrderState, PlanPaymentStep } from '@marquee/contracts/identity/v1/plans_pb';
import { forgetOrder, keepOrder, readOrder } from '../checkout/kept-order.ts';

const KEPT = 'plan';

/** Keeps an order in this tab while its bank or the provider has it: a bank's own page comes back as a reload. */
export function keepWhilePaying(order: Pick<PlanOrder, 'id' | 'state' | 'step'>): void {
  if (isPaying(order)) keepOrder(KEPT, { id: order.id, isPaying: true });
  else forgetPlanOrder();
}

/** Whether only the buyer's bank or the provider has to answer. */
const isPaying = ({ state, step }: Pick<PlanOrder, 'state' | 'step'>): boolean =>
  state === PlanOrderState.PAYING && (step === PlanPaymentStep.CHALLENGE || step === PlanPaymentStep.WAIT);

export const keptPlanOrder = (): string | undefined => readOrder(KEPT)?.id;
export const forgetPlanOrder = (): void => forgetOrder(KEPT);
