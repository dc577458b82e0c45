import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Anchor, Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { EventStatus, ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { formatMoment } from '@marquee/rules/format';
import { PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import { refusalText } from '../api.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { RowsTable } from '../shell/rows-table.tsx';
import { ToneBadge } from '../shell/tone-badge.tsx';

const STATUSES = {
  [EventStatus.UNSPECIFIED]: '–',
  [EventStatus.DRAFT]: 'Draft',
  [EventStatus.PUBLISHED]: 'Published',
  [EventStatus.CANCELLED]: 'Cancelled',
};

/** The events that show the film in a block, and its way out of each [ADF-02:events] [ADF-07]. */
export function FilmEvents({ filmId }: { filmId: string }) {
  const list = useQuery(ProgrammeDeskService.method.listFilmEvents, { filmId });
  const remove = useMutation(ProgrammeDeskService.method.deleteBlockFilm);
  if (list.isPending) return <Skeleton h={120} aria-label="Loading events" />;
  if (list.isError) return <LoadFailed title="Failed to load events" again={() => list.refetch()} />;
  const places = list.data.events.flatMap((event) =>
    event.blocks.flatMap((block) =>
      block.films.filter((film) => film.filmId === filmId).map(({ id }) => ({ event, block, blockFilmId: id })),
    ),
  );
  if (places.length === 0) return <Text c="dimmed">No event shows this film</Text>;

  const removeFilm = async (eventId: string, blockFilmId: string) => {
    try {
      await remove.mutateAsync({ eventId, blockFilmId });
      await list.refetch();
    } catch (error) {
      notifications.show({
        color: 'red',
        title: PROGRAMME_MESSAGES.deleteFilmFailed,
        message: refusalText(error) ?? '',
      });
    }
  };
  return (
    <RowsTable aria-label="Events" maw={960}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Event</Table.Th>
          <Table.Th>Festival</Table.Th>
          <Table.Th>Begins</Table.Th>
          <Table.Th>Block</Table.Th>
          <Table.Th w={110}>Status</Table.Th>
          <Table.Th w={110}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {places.map(({ event, block, blockFilmId }) => (
          <Table.Tr key={blockFilmId}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor href={`/user/orgs/${event.festivalId}/events/${event.id}`} size="sm">
                {event.name}
              </Anchor>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{event.festivalName}</Table.Td>
            <Table.Td>{event.startTime ? formatMoment(timestampDate(event.startTime), event.timeZone) : '–'}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{block.name}</Table.Td>
            <Table.Td>
              <ToneBadge tone={event.status === EventStatus.PUBLISHED ? 'good' : 'neutral'}>
                {STATUSES[event.status]}
              </ToneBadge>
            </Table.Td>
            <Table.Td>
              <Button
                size="compact-xs"
                color="red"
                variant="subtle"
                aria-label={`Delete from ${block.name} of ${event.name}`}
                onClick={() => confirmDelete(`the film in ${block.name}`, () => removeFilm(event.id, blockFilmId))}
              >
                Delete
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </RowsTable>
  );
}
