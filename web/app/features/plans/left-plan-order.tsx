import { type PlanOrder, PlanOrderState, PlanService } from '@marquee/contracts/identity/v1/plans_pb';
import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { PayPlanOrder } from './pay-plan-order.tsx';
import { planName } from './plan-words.ts';

type Props = { orderId: string; onPaid: (order: PlanOrder) => void; onUnknown: () => void };

/** An order that this tab left while it was paid, for a page of the bank or by a reload: how it stands now. */
export function LeftPlanOrder({ orderId, onPaid, onUnknown }: Props) {
  const [order, setOrder] = useState<PlanOrder>();
  const [failure, setFailure] = useState('');
  const open = async () => {
    setFailure('');
    try {
      const { order: found } = await client(PlanService).getPlanOrder({ orderId });
      if (!found) return;
      if (found.state === PlanOrderState.FULFILLED) onPaid(found);
      else setOrder(found);
    } catch (thrown) {
      const { reason } = refusalOf(thrown);
      if (reason === 'ORDER_NOT_FOUND' || reason === 'PLANS_UNAVAILABLE') onUnknown();
      else setFailure(messageOf(thrown, _('We failed to load your subscription.')));
    }
  };
  const opened = useEffectEvent(open);
  useEffect(() => void opened(), []);
  if (failure) return <ErrorState title={failure} onRetry={() => void open()} />;
  if (!order) return <Skeleton className="h-64" label={_('Loading your subscription')} />;
  return (
    <Section title={planName(order.plan)}>
      <PayPlanOrder order={order} onPaid={() => onPaid(order)} />
    </Section>
  );
}
