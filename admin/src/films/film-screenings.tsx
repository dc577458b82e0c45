import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Stack, Table, Text } from '@mantine/core';
import { type Film, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { formatMoment, formatUsd } from '@marquee/rules/format';

/** When and at which festival the film is screened, and what it costs [ADF-02:screenings]. */
export function FilmScreenings({ film }: { film: Film }) {
  if (film.releaseType !== ReleaseType.SCREENING) {
    return <Text c="dimmed">This film is not released as a Festival Screening.</Text>;
  }
  const starts = film.screeningStartTime && timestampDate(film.screeningStartTime);
  const rows = [
    ['Starts', starts ? `${formatMoment(starts)} (${formatMoment(starts, 'UTC')})` : 'No time yet'],
    ['Festival', film.festivalName || '–'],
    ['Price', film.isFree ? 'Free' : formatUsd(film.usdCost)],
  ];
  return (
    <Stack maw={560}>
      <Table variant="vertical" layout="fixed" withTableBorder aria-label="Screenings">
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={140}>{label}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
