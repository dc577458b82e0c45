import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { type Figure, FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { statisticsCountFactor, statisticsDurationFactor } from '@marquee/rules/declared-settings';
import { Link } from 'react-router';
import { LoadFailed } from '../shell/load-failed.tsx';

const number = (value: bigint | number | undefined) => (value ?? 0).toLocaleString('en-US');
const hours = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** What was counted of a film beside what its statistics show, with the factors between them [ADF-06]. */
export function FilmStats({ filmId }: { filmId: string }) {
  const stats = useQuery(FilmBackOfficeService.method.getFilmStatistics, { filmId });
  if (stats.isPending) return <Skeleton h={240} aria-label="Loading the statistics" />;
  if (stats.isError) return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => stats.refetch()} />;
  const { data } = stats;
  const rows: [string, Figure | undefined, number][] = [
    ['Views', data.views, data.countFactor],
    ['Page views', data.pageViews, data.countFactor],
    ['Likes', data.likes, data.countFactor],
    ['Unlocks', data.unlocks, data.countFactor],
    ['Blocks', data.blocks, data.countFactor],
    ['Reports', data.reports, data.countFactor],
    ['Seconds watched', data.playedSeconds, data.durationFactor],
  ];
  return (
    <Stack maw={760}>
      <Text size="sm">
        {`The figures that are shown are what was counted, multiplied: counts by ${data.countFactor}, time by ${data.durationFactor}. `}
        {'The factors are the settings '}
        {[statisticsCountFactor, statisticsDurationFactor].map(({ key, label }, index) => (
          <span key={key}>
            {index > 0 && ' and '}
            <Anchor inherit underline="always" component={Link} to={`/settings/${key}`}>
              {label}
            </Anchor>
          </span>
        ))}
        .
      </Text>
      <Table withTableBorder aria-label="Statistics">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            <Table.Th ta="end">Counted</Table.Th>
            <Table.Th ta="end">Factor</Table.Th>
            <Table.Th ta="end">Shown</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, figure, factor]) => (
            <Row key={name} cells={[name, number(figure?.counted), `× ${factor}`, number(figure?.shown)]} />
          ))}
          <Row
            cells={['Hours watched', hours(data.hoursCounted), `× ${data.durationFactor}`, hours(data.hoursShown)]}
          />
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        Hours are seconds / 3600. Counts are up to some seconds old.
      </Text>
      <Text size="sm">
        What its maker sees is not multiplied:{' '}
        <Anchor inherit underline="always" href={`/content/${filmId}/stats`}>
          plays by day, second, country, device and source
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

function Row({ cells: [name, ...figures] }: { cells: [string, string, string, string] }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      {figures.map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
        <Table.Td key={index} ta="end">
          {figure}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
