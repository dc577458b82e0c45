import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Breadcrumbs, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type GetMetricsResponse, MetricsService } from '@marquee/contracts/marketing/v1/metrics_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { metricsViewers } from '@marquee/rules/declared-settings';
import { Link, useSearchParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { BarChart } from './bar-chart.tsx';
import { DaysTable, minutesWatched, RetentionTable } from './metrics-tables.tsx';

const DAYS = ['7', '30', '90'] as const;
const DAYS_DEFAULT = '30';

/** /superadmin/users/metrics: figures of the product, for those on the list of the settings [ADU-08]. */
export function MetricsPage() {
  const [params, setParams] = useSearchParams();
  const asked = DAYS.find((days) => days === params.get('days')) ?? DAYS_DEFAULT;
  const metrics = useQuery(MetricsService.method.getMetrics, { days: Number(asked) });
  return (
    <Stack gap="md">
      <title>Metrics · Back office · Marquee</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/users" size="sm">
          Users
        </Anchor>
        <Text size="sm">Metrics</Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Metrics
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="How many days"
          value={asked}
          onChange={(days) => setParams(days === DAYS_DEFAULT ? {} : { days }, { replace: true })}
          data={DAYS.map((days) => ({ value: days, label: `${days} days` }))}
        />
      </Group>
      <Text size="sm" c="dimmed">
        Days are in UTC, and a week begins on a Monday. Today and this week are not over.
      </Text>
      {metrics.isPending && <Skeleton h={400} aria-label="Loading the metrics" />}
      {metrics.isError &&
        (isForbidden(metrics.error) ? (
          <Hidden />
        ) : (
          <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => metrics.refetch()} />
        ))}
      {metrics.isSuccess && <Figures metrics={metrics.data} />}
    </Stack>
  );
}

function Hidden() {
  return (
    <Text role="alert">
      Who sees metrics is chosen in the setting{' '}
      <Anchor inherit underline="always" component={Link} to={`/settings/${metricsViewers.key}`}>
        {metricsViewers.label}
      </Anchor>
      , and you are not on the list.
    </Text>
  );
}

function Figures({ metrics: { days, weeks, cohorts } }: { metrics: GetMetricsResponse }) {
  const byDay = (value: (day: (typeof days)[number]) => number) =>
    days.map((day) => ({ label: day.day, value: value(day) }));
  const signUps = days.reduce((sum, day) => sum + day.signUps, 0);
  return (
    <>
      {signUps === 0 && <Text c="dimmed">Nobody has signed up in these days.</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <BarChart title="Sign-ups a day" bars={byDay((day) => day.signUps)} />
        <BarChart title="Of them through onboarding by now" bars={byDay((day) => day.onboarded)} />
        <BarChart title="Of them with a first film by now" bars={byDay((day) => day.watched)} />
        <BarChart title="Active people a day" bars={byDay((day) => day.active)} />
        <BarChart title="Minutes watched a day" bars={byDay(minutesWatched)} />
        <BarChart
          title="Active people a week"
          bars={weeks.map(({ week, active }) => ({ label: week, value: active }))}
        />
      </SimpleGrid>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Weekly retention
        </Title>
        <Text size="sm" c="dimmed">
          Of those who signed up in a week, how many were active in it and in the weeks after. Active is who signed in
          or watched a film for a minute.
        </Text>
        <RetentionTable cohorts={cohorts} />
      </Stack>
      <Stack gap="xs">
        <Title order={2} size="h4">
          By day
        </Title>
        <DaysTable days={days} />
      </Stack>
    </>
  );
}
