import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Breadcrumbs, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  type GetSoldOrderResponse,
  type SoldOrder,
  SoldOrderState,
  TicketDeskService,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { formatUsd } from '@marquee/rules/format';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { Link, useParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { Facts } from '../users/facts.tsx';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';
import { OwedRefund } from './owed-refund.tsx';
import { RefundButton } from './refund-button.tsx';
import { paidText, priceText, ticketOrderState } from './ticket-order-labels.ts';
import { OrderRefunds, OrderTickets } from './ticket-order-parts.tsx';
import { useGiveBack } from './use-give-back.ts';

/** /superadmin/ticket-orders/{orderId}: its tickets, its payment and what went back, and the ways to give it back [TIC-05]. */
export function TicketOrderPage() {
  const { orderId = '' } = useParams();
  const answer = useQuery(TicketDeskService.method.getSoldOrder, { orderId });
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) {
    return <NotFound title={PAYMENT_MESSAGES.orderNotFound} to="/festivals" all="All festivals" />;
  }
  if (answer.isError) return <LoadFailed title="Failed to load the order" again={() => answer.refetch()} />;
  if (!answer.data?.order) return <Skeleton h={400} aria-label="Loading the order" />;
  return <TicketOrder whole={answer.data} order={answer.data.order} />;
}

function TicketOrder({ whole, order }: { whole: GetSoldOrderResponse; order: SoldOrder }) {
  const { festivalId, festivalName, tickets, refunds, mayReturn } = whole;
  const giveBack = useGiveBack(order.id);
  const title = `${order.quantity} × ${order.ticketTypeName}`;
  const isPossible = mayReturn && order.state === SoldOrderState.DELIVERED && !order.refunding;
  const left = order.quantity - order.returned;
  return (
    <Stack gap="sm">
      <title>{`${title} · Back office · Marquee`}</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/festivals" size="sm">
          Festivals
        </Anchor>
        <Anchor component={Link} to={`/festivals/${festivalId}?tab=events`} size="sm" maw={240} truncate>
          {festivalName}
        </Anchor>
        <Text size="sm" maw={320} truncate>
          {title}
        </Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {isPossible && (
          <RefundButton
            {...{ isPossible, isPending: giveBack.isPending, refresh: giveBack.refresh }}
            label="Refund the order"
            price={priceText(order.left)}
            of={left === 1 ? 'one ticket' : `${left} tickets`}
            text="All tickets of the order end, also those that were given to others. The buyer gets what is left of the amount back. It cannot be taken back."
            giveBack={(reason) => giveBack.of('', reason)}
          />
        )}
        {order.owed > 0n && (
          <OwedRefund
            {...{ order, of: title, isPending: giveBack.isPending, refresh: giveBack.refresh }}
            giveBack={giveBack.owed}
          />
        )}
      </Group>
      <Facts label="Order" rows={factsOf(whole, order)} />
      <OrderTickets {...{ order, tickets, refunds, isPossible, giveBack }} />
      <OrderRefunds refunds={refunds} />
    </Stack>
  );
}

function factsOf({ accountId, payment }: GetSoldOrderResponse, order: SoldOrder) {
  const buyer = order.buyerName || 'A former member';
  return [
    ['Buyer', accountId ? <UserLink key="buyer" id={accountId} name={order.buyerName} /> : buyer],
    ['State', ticketOrderState(order)],
    ['Ordered', timeText(order.createdAt)],
    ['Paid', paidText(order)],
    ...(payment
      ? ([
          ['Paid at', timeText(payment.paidAt)],
          ['Platform fee', formatUsd(payment.fee)],
          ['Not given back', formatUsd(order.left)],
          ['Provider', [payment.provider, payment.paymentId].filter(Boolean).join(' · ')],
        ] as const)
      : []),
    ['Id', order.id],
  ] as const;
}
