import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Breadcrumbs, Stack, Text, Title } from '@mantine/core';
import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { Link, useParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { paged } from '../shell/paged.ts';
import { TicketOrders } from './ticket-orders.tsx';

const PAGE_SIZE = 50;

/** /superadmin/festivals/{festivalId}/events/{eventId}/orders: what was bought for an event [TIC-05]. */
export function EventOrdersPage() {
  const { festivalId = '', eventId = '' } = useParams();
  const list = useInfiniteQuery(
    TicketDeskService.method.listEventOrders,
    { eventId, pageSize: PAGE_SIZE, cursor: '' },
    paged,
  );
  const events = `/festivals/${festivalId}?tab=events`;
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  if (isNotFound(list.error)) return <NotFound title="Event Not Found" to={events} all="All events" />;
  const name = list.data?.pages[0]?.eventName ?? '';
  return (
    <Stack gap="sm">
      <title>{`${name || 'Orders'} · Back office · Marquee`}</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/festivals" size="sm">
          Festivals
        </Anchor>
        <Anchor component={Link} to={events} size="sm">
          Events
        </Anchor>
        <Text size="sm" maw={320} truncate>
          {name || 'Event'}
        </Text>
      </Breadcrumbs>
      <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
        {name ? `Orders of ${name}` : 'Orders'}
      </Title>
      <TicketOrders
        title="Tickets"
        empty="Nobody has bought tickets yet"
        list={list}
        orders={list.data?.pages.flatMap((page) => page.orders) ?? []}
      />
    </Stack>
  );
}
