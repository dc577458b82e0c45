import { ScrollArea, Table, Text } from '@mantine/core';
import type { MetricsCohort, MetricsDay } from '@marquee/contracts/marketing/v1/metrics_pb';

const MS_PER_MINUTE = 60_000;
const PERCENT = 100;
const number = (value: number) => value.toLocaleString('en-US');

/** A part of people, as a whole percentage; '–' of nobody. */
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * PERCENT)}%`;

export const minutesWatched = (day: MetricsDay): number => Math.round(Number(day.playedMs) / MS_PER_MINUTE);

/** The figures of the charts as text, the newest first. */
export function DaysTable({ days }: { days: readonly MetricsDay[] }) {
  return (
    <ScrollArea tabIndex={0} aria-label="Figures by day" role="region" type="auto">
      <Table miw={640} aria-label="Metrics by day">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th ta="end">Sign-ups</Table.Th>
            <Table.Th ta="end">Through onboarding</Table.Th>
            <Table.Th ta="end">First film</Table.Th>
            <Table.Th ta="end">Active</Table.Th>
            <Table.Th ta="end">Minutes watched</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Th scope="row" className="short">
                {day.day}
              </Table.Th>
              <Table.Td ta="end">{number(day.signUps)}</Table.Td>
              <Table.Td ta="end">{`${number(day.onboarded)} (${percentOf(day.onboarded, day.signUps)})`}</Table.Td>
              <Table.Td ta="end">{`${number(day.watched)} (${percentOf(day.watched, day.signUps)})`}</Table.Td>
              <Table.Td ta="end">{number(day.active)}</Table.Td>
              <Table.Td ta="end">{number(minutesWatched(day))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** One row a week of sign-ups; each week since is darker, the more of them were active. */
export function RetentionTable({ cohorts }: { cohorts: readonly MetricsCohort[] }) {
  const shown = cohorts.filter(({ people }) => people > 0);
  if (shown.length === 0) return <Text c="dimmed">Nobody has signed up in the last 12 weeks.</Text>;
  const weeks = Math.max(...shown.map(({ active }) => active.length));
  return (
    <ScrollArea tabIndex={0} aria-label="Retention by week" role="region" type="auto">
      <Table miw={160 + weeks * 64} aria-label="Weekly retention">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Week of sign-up</Table.Th>
            <Table.Th ta="end">People</Table.Th>
            {Array.from({ length: weeks }, (_, since) => since).map((since) => (
              <Table.Th key={since} ta="end">
                {`Week ${since}`}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ week, people, active }) => (
            <Table.Tr key={week}>
              <Table.Th scope="row" className="short">
                {week}
              </Table.Th>
              <Table.Td ta="end">{number(people)}</Table.Td>
              {active.map((count, since) => (
                <Table.Td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is a week since, and never moves.
                  key={since}
                  ta="end"
                  title={`${count} of ${people}`}
                  className="retained"
                  style={{ '--part': Math.min(1, count / people) }}
                >
                  {percentOf(count, people)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
