import { useInfiniteQuery, useMutation } from '@connectrpc/connect-query';
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Order, OrderState, SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { Permission } from '@marquee/contracts/permissions';
import { formatUsd } from '@marquee/rules/format';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { useStaff } from './permissions.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { FilmLink, Records } from './user-details.tsx';
import { timeText } from './user-labels.ts';

const paged = {
  pageParamKey: 'cursor',
  getNextPageParam: (page: { lastKey: string }) => page.lastKey || undefined,
} as const;

const REFUNDABLE: readonly OrderState[] = [OrderState.PAID, OrderState.FULFILLED];

/** What somebody has paid for, and the way to give it back. */
export function UserOrders({ accountId }: { accountId: string }) {
  const { may } = useStaff();
  const list = useInfiniteQuery(SalesService.method.listUserOrders, { accountId, pageSize: 0, cursor: '' }, paged);
  const rows = list.data?.pages.flatMap(({ orders }) => orders) ?? [];
  return (
    <Records
      title="Orders"
      failure="Failed to load orders"
      empty="Nothing was paid for"
      list={list}
      head={['Film', 'Paid', 'When', 'State', 'Refund']}
      rows={rows.map((order) => ({
        key: order.id,
        cells: [
          <FilmLink key="film" id={order.filmId} title={order.filmTitle} />,
          formatUsd(order.amount),
          timeText(order.createdAt),
          stateText(order),
          may(Permission.REFUND_ORDERS) && REFUNDABLE.includes(order.state) && !order.refunding ? (
            <Refund key="refund" order={order} />
          ) : (
            <Text key="refund" size="sm" c="dimmed">
              –
            </Text>
          ),
        ],
      }))}
    />
  );
}

function Refund({ order }: { order: Order }) {
  const refund = useMutation(SalesService.method.refundOrder);
  const refresh = useUsersRefresh();
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

function stateText({ state, refunding }: Order): string {
  if (refunding && state !== OrderState.REFUNDED) return 'Being refunded';
  return STATES[state] ?? '';
}
