import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { EventStatus, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { formatMoment } from '@marquee/rules/format';
import { Link } from 'react-router';
import { ListEnd } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { paged } from '../shell/paged.ts';
import { RowsTable } from '../shell/rows-table.tsx';
import { ToneBadge } from '../shell/tone-badge.tsx';

const PAGE_SIZE = 50;
const STATES: Record<EventStatus, string> = {
  [EventStatus.UNSPECIFIED]: 'Draft',
  [EventStatus.DRAFT]: 'Draft',
  [EventStatus.PUBLISHED]: 'Published',
  [EventStatus.CANCELLED]: 'Cancelled',
};

/** The events of an organization, drafts and cancelled ones too, with the ways to their desk and sales [ADO-02]. */
export function OrganizationEvents({ festivalId }: { festivalId: string }) {
  const list = useInfiniteQuery(
    ProgrammeDeskService.method.listFestivalEvents,
    { festivalId, pageSize: PAGE_SIZE, cursor: '' },
    paged,
  );
  if (list.isError && !list.data) return <LoadFailed title="Failed to load events" again={() => list.refetch()} />;
  if (!list.data) return <Skeleton h={200} aria-label="Loading the events" />;
  const events = list.data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <Text c="dimmed">No events yet.</Text>;
  return (
    <Stack gap="sm">
      <Table.ScrollContainer minWidth={760}>
        <RowsTable aria-label="Events">
          <Table.Thead>
            <Table.Tr>
              {['Event', 'State', 'Begins', 'Where', 'Tickets'].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.map(({ id, name, status, startTime, eventVirtual, venue, sellingTickets }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Anchor href={`/user/orgs/${festivalId}/events/${id}`} size="sm">
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <ToneBadge tone={status === EventStatus.PUBLISHED ? 'good' : 'neutral'}>{STATES[status]}</ToneBadge>
                </Table.Td>
                <Table.Td>{startTime ? formatMoment(timestampDate(startTime)) : ''}</Table.Td>
                <Table.Td>{eventVirtual ? 'Virtual' : (venue?.name ?? '')}</Table.Td>
                <Table.Td>
                  {sellingTickets ? (
                    <Anchor component={Link} to={`/festivals/${festivalId}/events/${id}/orders`} size="sm">
                      Orders
                    </Anchor>
                  ) : (
                    'Not on sale'
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </RowsTable>
      </Table.ScrollContainer>
      <ListEnd list={list}>{events.length === 1 ? 'One event' : `All ${events.length} events`}</ListEnd>
    </Stack>
  );
}
