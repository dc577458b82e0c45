import { useMutation } from '@connectrpc/connect-query';
import { PlanBackOfficeService, type PlanOrder, PlanOrderState } from '@marquee/contracts/identity/v1/plans_pb';
import { Permission } from '@marquee/contracts/permissions';
import { formatUsd } from '@marquee/rules/format';
import { OwedRefund } from '../orders/owed-refund.tsx';
import { RefundButton } from '../orders/refund-button.tsx';
import { useStaff } from './permissions.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { subscriptionLabel } from './user-labels.ts';

const REFUNDABLE: readonly PlanOrderState[] = [PlanOrderState.PAID, PlanOrderState.FULFILLED];

/** Gives back what was paid for a plan, where that is possible and allowed; or what is owed of it [SET-10:refund]. */
export function PlanRefund({ order }: { order: PlanOrder }) {
  return order.owed > 0n ? <OwedOfPlan order={order} /> : <WholeRefund order={order} />;
}

function OwedOfPlan({ order }: { order: PlanOrder }) {
  const refresh = useUsersRefresh();
  const refund = useMutation(PlanBackOfficeService.method.refundOwedPlan);
  const { id: orderId, plan } = order;
  return (
    <OwedRefund
      {...{ order, refresh, of: `the plan ${subscriptionLabel[plan]}`, isPending: refund.isPending }}
      giveBack={async (asked) => (await refund.mutateAsync({ orderId, ...asked })).order}
    />
  );
}

function WholeRefund({ order }: { order: PlanOrder }) {
  const { may } = useStaff();
  const refresh = useUsersRefresh();
  const refund = useMutation(PlanBackOfficeService.method.refundPlanOrder);
  const { id: orderId, amount, plan, state, refunding } = order;
  return (
    <RefundButton
      isPossible={may(Permission.REFUND_ORDERS) && REFUNDABLE.includes(state) && !refunding}
      isPending={refund.isPending}
      price={formatUsd(amount)}
      of={`the plan ${subscriptionLabel[plan]}`}
      text="The user gets what is left of the amount back. The plan ends if it was bought with it; after a change, the plan of before runs until its end. It cannot be taken back."
      giveBack={async (reason) => {
        const { order: answered } = await refund.mutateAsync({ orderId, reason });
        return { isBack: answered?.state === PlanOrderState.REFUNDED, failure: answered?.refundFailure ?? '' };
      }}
      refresh={refresh}
    />
  );
}
