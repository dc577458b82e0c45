import { useInfiniteQuery, useMutation, useQuery } from '@connectrpc/connect-query';
import { Button, Group, Modal, NumberInput, Select, Skeleton, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  PlanBackOfficeService,
  type PlanOrder,
  PlanOrderState,
  type Subscription,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { Permission } from '@marquee/contracts/permissions';
import { formatUsd } from '@marquee/rules/format';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { owedStateText } from '../orders/owed-refund.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { paged } from '../shell/paged.ts';
import { Facts } from './facts.tsx';
import { useStaff } from './permissions.ts';
import { PlanRefund } from './plan-refund.tsx';
import { INTERVALS, subscriptionFacts } from './subscription-facts.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { Records } from './user-details.tsx';
import { subscriptionLabel, timeText } from './user-labels.ts';

const ORDERS: Record<PlanOrderState, string> = {
  [PlanOrderState.UNSPECIFIED]: '–',
  [PlanOrderState.CREATED]: 'Not paid',
  [PlanOrderState.PAYING]: 'Not paid',
  [PlanOrderState.PAID]: 'Paid, goes back',
  [PlanOrderState.FULFILLED]: 'Paid',
  [PlanOrderState.CANCELLED]: 'Cancelled',
  [PlanOrderState.EXPIRED]: 'Expired',
  [PlanOrderState.REFUNDED]: 'Refunded',
};

/** The plan of a user, what they paid for it, and the ways to give and end one [ADU-06]. */
export function UserSubscription({ accountId }: { accountId: string }) {
  const { may } = useStaff();
  const answer = useQuery(PlanBackOfficeService.method.getUserSubscription, { accountId });
  const list = useInfiniteQuery(
    PlanBackOfficeService.method.listUserPlanOrders,
    { accountId, pageSize: 0, cursor: '' },
    paged,
  );
  if (answer.isError) return <LoadFailed title="Failed to load the subscription" again={() => answer.refetch()} />;
  const subscription = answer.data?.subscription;
  if (!subscription) return <Skeleton h={160} aria-label="Loading the subscription" />;
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <Stack>
      <Facts label="Subscription" rows={subscriptionFacts(subscription)} />
      {may(Permission.EDIT_USERS) && <PlanActions accountId={accountId} subscription={subscription} />}
      <Records
        title="Payments for plans"
        failure="Failed to load payments for plans"
        empty="Nothing was paid for a plan"
        list={list}
        head={['Plan', 'Paid', 'When', 'Period', 'State', 'Refund']}
        rows={orders.map((order) => ({
          key: order.id,
          cells: [...cellsOf(order), <PlanRefund key="refund" order={order} />],
        }))}
      />
    </Stack>
  );
}

const cellsOf = ({ plan, interval, amount, paidAt, periodStart, periodEnd, ...order }: PlanOrder) => [
  `${subscriptionLabel[plan]}, ${INTERVALS[interval].toLowerCase()}`,
  formatUsd(amount),
  timeText(paidAt),
  periodStart && periodEnd ? `${timeText(periodStart)} – ${timeText(periodEnd)}` : '–',
  orderText(order),
];

function orderText(order: Omit<PlanOrder, '$typeName' | 'plan' | 'interval' | 'amount'>): string {
  const { state, refunding, refundFailure, owed } = order;
  if (owed > 0n) return owedStateText(ORDERS[state], order);
  if (refundFailure) return `${ORDERS[state]}. The refund failed: ${refundFailure}`;
  return refunding && state !== PlanOrderState.REFUNDED ? 'Being refunded' : ORDERS[state];
}

function PlanActions({ accountId, subscription }: { accountId: string; subscription: Subscription }) {
  const [asking, setAsking] = useState<'give' | 'end'>();
  const { state, granted } = subscription;
  const runs = state !== SubscriptionState.NONE;
  return (
    <Group>
      {(!runs || granted) && (
        <Button variant="default" onClick={() => setAsking('give')}>
          Give a plan
        </Button>
      )}
      {runs && (
        <Button variant="default" color="red" onClick={() => setAsking('end')}>
          End the plan
        </Button>
      )}
      <Modal
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'end' ? 'End the plan at once?' : 'Give a plan'}
      >
        {asking && <PlanForm accountId={accountId} isEnd={asking === 'end'} onDone={() => setAsking(undefined)} />}
      </Modal>
    </Group>
  );
}

const MONTHS = 12;

function PlanForm({ accountId, isEnd, onDone }: { accountId: string; isEnd: boolean; onDone: () => void }) {
  const refresh = useUsersRefresh();
  const give = useMutation(PlanBackOfficeService.method.grantPlan);
  const end = useMutation(PlanBackOfficeService.method.endPlan);
  const [plan, setPlan] = useState<string | null>('PRO');
  const [months, setMonths] = useState<string | number>(MONTHS);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    const type = plan === 'PREMIUM' ? SubscriptionType.PREMIUM : SubscriptionType.PRO;
    try {
      if (isEnd) await end.mutateAsync({ accountId, reason });
      else await give.mutateAsync({ accountId, plan: type, months: Number(months), reason });
      notifications.show({ message: isEnd ? 'The plan has ended.' : 'The plan is given.' });
      await refresh();
      onDone();
    } catch (error) {
      setFailure(refusalText(error) ?? 'Failed to change the plan');
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {!isEnd && (
          <>
            <Select
              label="Plan"
              data={[
                { value: 'PRO', label: 'Pro' },
                { value: 'PREMIUM', label: 'Premium' },
              ]}
              value={plan}
              onChange={setPlan}
              allowDeselect={false}
            />
            <NumberInput label="Months" value={months} onChange={setMonths} min={1} max={36} allowDecimal={false} />
          </>
        )}
        <Textarea
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={failure}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" {...(isEnd && { color: 'red' })} loading={give.isPending || end.isPending}>
            {isEnd ? 'End the plan' : 'Give the plan'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
