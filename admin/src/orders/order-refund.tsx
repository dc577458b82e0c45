import { useMutation } from '@connectrpc/connect-query';
import { type Order, OrderState, SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { Permission } from '@marquee/contracts/permissions';
import { formatAmount } from '@marquee/rules/format';
import { useStaff } from '../users/permissions.ts';
import { OwedRefund, owedStateText } from './owed-refund.tsx';
import { RefundButton } from './refund-button.tsx';

const REFUNDABLE: readonly OrderState[] = [OrderState.PAID, OrderState.FULFILLED];

type Props = { order: Order; refresh: () => Promise<unknown> };

/** Gives the money of an order back, where that is possible and allowed; or what is owed of it. */
export function OrderRefund(props: Props) {
  return props.order.owed > 0n ? <OwedOfFilm {...props} /> : <WholeRefund {...props} />;
}

function OwedOfFilm({ order, refresh }: Props) {
  const refund = useMutation(SalesService.method.refundOwed);
  const { id: orderId, filmTitle } = order;
  return (
    <OwedRefund
      {...{ order, refresh, of: filmTitle, isPending: refund.isPending }}
      giveBack={async (asked) => (await refund.mutateAsync({ orderId, ...asked })).order}
    />
  );
}

function WholeRefund({ order, refresh }: Props) {
  const { may } = useStaff();
  const refund = useMutation(SalesService.method.refundOrder);
  const { id: orderId, filmTitle, state, refunding } = order;
  return (
    <RefundButton
      isPossible={may(Permission.REFUND_ORDERS) && REFUNDABLE.includes(state) && !refunding}
      isPending={refund.isPending}
      price={formatAmount(order)}
      of={filmTitle}
      text="The user gets the whole amount back and cannot watch the film any more. It cannot be taken back."
      giveBack={async (reason) => {
        const { order: answered } = await refund.mutateAsync({ orderId, reason });
        return { isBack: answered?.state === OrderState.REFUNDED, failure: answered?.refundFailure ?? '' };
      }}
      refresh={refresh}
    />
  );
}

const STATES: Partial<Record<OrderState, string>> = {
  [OrderState.PAID]: 'Paid, not delivered',
  [OrderState.FULFILLED]: 'Delivered',
  [OrderState.REFUNDED]: 'Refunded',
};

type Standing = Parameters<typeof owedStateText>[1] & Pick<Order, 'state' | 'refunding'>;

/** How an order stands; of one whose refund failed, that it did and what is owed. */
export function orderStateText(order: Standing): string {
  const { state, refunding, refundFailure, owed } = order;
  if (owed > 0n) return owedStateText(STATES[state] ?? '', order);
  if (refundFailure) return `${STATES[state] ?? ''}. The refund failed: ${refundFailure}`;
  if (refunding && state !== OrderState.REFUNDED) return 'Being refunded';
  return STATES[state] ?? '';
}
