import { useMutation } from '@connectrpc/connect-query';
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Order, OrderState, SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { Permission } from '@marquee/contracts/permissions';
import { formatUsd } from '@marquee/rules/format';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { useStaff } from '../users/permissions.ts';

const REFUNDABLE: readonly OrderState[] = [OrderState.PAID, OrderState.FULFILLED];

/** Gives the money of an order back, where that is possible and allowed. */
export function OrderRefund({ order, refresh }: { order: Order; refresh: () => Promise<unknown> }) {
  const { may } = useStaff();
  if (may(Permission.REFUND_ORDERS) && REFUNDABLE.includes(order.state) && !order.refunding) {
    return <Refund order={order} refresh={refresh} />;
  }
  return (
    <Text size="sm" c="dimmed">
      –
    </Text>
  );
}

function Refund({ order, refresh }: { order: Order; refresh: () => Promise<unknown> }) {
  const refund = useMutation(SalesService.method.refundOrder);
  const price = formatUsd(order.amount);
  const giveBack = async (reason: string) => {
    try {
      const answer = await refund.mutateAsync({ orderId: order.id, reason });
      const isBack = answer.order?.state === OrderState.REFUNDED;
      notifications.show({ message: isBack ? `${price} was given back.` : `${price} is on its way back.` });
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to refund', message: refusalText(error) ?? '' });
    }
    await refresh();
  };
  const question = {
    title: `Give back ${price} for ${order.filmTitle}?`,
    text: 'The user gets the whole amount back and cannot watch the film any more. It cannot be taken back.',
    confirm: 'Refund',
    onConfirm: giveBack,
  };
  return (
    <Button
      size="compact-xs"
      color="red"
      variant="light"
      loading={refund.isPending}
      onClick={() => askReason(question)}
    >
      Refund
    </Button>
  );
}

const STATES: Partial<Record<OrderState, string>> = {
  [OrderState.PAID]: 'Paid, not delivered',
  [OrderState.FULFILLED]: 'Delivered',
  [OrderState.REFUNDED]: 'Refunded',
};

export function orderStateText({ state, refunding }: Order): string {
  if (refunding && state !== OrderState.REFUNDED) return 'Being refunded';
  return STATES[state] ?? '';
}
