import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Badge, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { FilmBackOfficeService, type FilmScreening } from '@marquee/contracts/film/v1/back_office_pb';
import { type Film, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { formatMoment } from '@marquee/rules/format';
import { LoadFailed } from '../shell/load-failed.tsx';
import { RowsTable } from '../shell/rows-table.tsx';
import { Facts } from '../users/facts.tsx';
import { priceText } from './price-text.ts';

/** When a film is screened and for how much, the events that show it, and how many people came [ADF-02:screenings]. */
export function FilmScreenings({ film }: { film: Film }) {
  return (
    <Stack maw={960}>
      <OwnScreening film={film} />
      <EventScreenings filmId={film.id} />
    </Stack>
  );
}

function OwnScreening({ film }: { film: Film }) {
  if (film.releaseType !== ReleaseType.SCREENING) {
    return <Text c="dimmed">This film is not released as a Festival Screening.</Text>;
  }
  return (
    <Stack gap="xs" maw={560}>
      <Facts
        label="Screenings"
        rows={[
          ['Starts', film.screeningStartTime ? momentText(film.screeningStartTime) : 'No time yet'],
          ['Festival', film.festivalName],
          ['Price', priceText(film)],
        ]}
      />
      {film.screeningStartTime && (
        <Anchor href={`/feed/${film.id}/premiere`} size="sm">
          Open its premiere
        </Anchor>
      )}
    </Stack>
  );
}

function momentText(time: Timestamp): string {
  const date = timestampDate(time);
  return `${formatMoment(date)} (${formatMoment(date, 'UTC')})`;
}

function EventScreenings({ filmId }: { filmId: string }) {
  const list = useQuery(FilmBackOfficeService.method.listFilmScreenings, { filmId });
  // Film knows when and for whom; what an event is called is festival's.
  const events = useQuery(ProgrammeDeskService.method.listFilmEvents, { filmId });
  if (list.isPending || events.isPending) return <Skeleton h={120} aria-label="Loading screenings" />;
  if (list.isError) return <LoadFailed title="Failed to load screenings" again={() => list.refetch()} />;
  const { screenings } = list.data;
  if (screenings.length === 0) return <Text c="dimmed">No event screens this film</Text>;
  const byId = new Map(events.data?.events.map((event) => [event.id, event]));
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        At events
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <RowsTable aria-label="At events">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Event</Table.Th>
              <Table.Th>Begins</Table.Th>
              <Table.Th>Ends</Table.Th>
              <Table.Th ta="end">Tickets</Table.Th>
              <Table.Th ta="end">Watched it</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {screenings.map((screening) => (
              <EventRow key={screening.eventId} {...{ screening }} event={byId.get(screening.eventId)} />
            ))}
          </Table.Tbody>
        </RowsTable>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        Tickets are those that are valid. Who has played 70% of the film since the event began, has watched it.
      </Text>
    </Stack>
  );
}

type Named = { id: string; name: string; festivalId: string; festivalName: string; timeZone: string };

function EventRow({ screening, event }: { screening: FilmScreening; event: Named | undefined }) {
  const time = (at: Timestamp | undefined) => (at ? formatMoment(timestampDate(at), event?.timeZone || 'UTC') : '–');
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {event ? (
          <Anchor href={`/user/orgs/${event.festivalId}/events/${event.id}`} size="sm">
            {event.name}
          </Anchor>
        ) : (
          'An event whose name could not be loaded'
        )}
        {event && (
          <Text size="xs" c="dimmed">
            {event.festivalName}
          </Text>
        )}
        <Group gap={4}>
          {screening.premiere && (
            <Badge size="sm" variant="light">
              Premiere
            </Badge>
          )}
          {screening.online && (
            <Badge size="sm" variant="light" color="gray">
              Online
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{time(screening.startsAt)}</Table.Td>
      <Table.Td>{time(screening.endsAt)}</Table.Td>
      <Table.Td ta="end">{screening.tickets}</Table.Td>
      <Table.Td ta="end">{screening.watched}</Table.Td>
    </Table.Tr>
  );
}
