import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Badge, Group, SegmentedControl, Select, Stack, Table, Text, Title } from '@mantine/core';
import {
  ReportQueueService,
  type StaffReport,
  StaffReportKind,
  StaffReportState,
} from '@marquee/contracts/identity/v1/report_queue_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link, useSearchParams } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { ListTable } from '../shell/list-table.tsx';
import { paged } from '../shell/paged.ts';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';
import { reportKindLabel, reportState, reportTitle } from './report-labels.ts';

const PAGE_SIZE = 50;
const STATES: Record<string, StaffReportState> = {
  open: StaffReportState.OPEN,
  'in-hand': StaffReportState.IN_HAND,
  closed: StaffReportState.CLOSED,
  all: StaffReportState.UNSPECIFIED,
};
const STATE_DEFAULT = 'open';
const KINDS: Record<string, StaffReportKind> = {
  bug: StaffReportKind.BUG,
  feedback: StaffReportKind.FEEDBACK,
  profile: StaffReportKind.PROFILE,
};

/** /superadmin/reports: what people report, the oldest first. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('state') ?? STATE_DEFAULT;
  const state = asked in STATES ? asked : STATE_DEFAULT;
  const about = params.get('about');
  const kind = about && about in KINDS ? about : null;
  const change = (next: { state?: string; about?: string | null }) => {
    const { state: nextState = state, about: nextAbout = kind } = next;
    setParams(
      { ...(nextState !== STATE_DEFAULT && { state: nextState }), ...(nextAbout && { about: nextAbout }) },
      { replace: true },
    );
  };
  const list = useInfiniteQuery(
    ReportQueueService.method.listReports,
    {
      ...{ pageSize: PAGE_SIZE, cursor: '', state: STATES[state] ?? StaffReportState.OPEN },
      kind: (kind ? KINDS[kind] : undefined) ?? StaffReportKind.UNSPECIFIED,
    },
    paged,
  );
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? [];
  return (
    <Stack gap="sm">
      <title>Reports · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Reports
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="State"
            value={state}
            onChange={(value) => change({ state: value })}
            data={[
              { value: 'open', label: 'Open' },
              { value: 'in-hand', label: 'In hand' },
              { value: 'closed', label: 'Closed' },
              { value: 'all', label: 'All' },
            ]}
          />
          <Select
            size="xs"
            w={140}
            aria-label="About"
            placeholder="Everything"
            clearable
            value={kind}
            onChange={(value) => change({ about: value })}
            data={Object.entries(KINDS).map(([value, one]) => ({ value, label: reportKindLabel[one] }))}
          />
        </Group>
      </Group>
      <ListStates
        list={list}
        count={reports.length}
        failed={BACK_OFFICE_MESSAGES.loadFailed}
        empty={state === 'open' ? 'Nothing waits for staff' : 'No reports here'}
      />
      {reports.length > 0 && <ReportTable reports={reports} />}
      <ListEnd list={list}>{reports.length > 0 && 'These are all'}</ListEnd>
    </Stack>
  );
}

function ReportTable({ reports }: { reports: readonly StaffReport[] }) {
  return (
    <ListTable aria-label="Reports">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Report</Table.Th>
          <Table.Th visibleFrom="sm">About</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th visibleFrom="md">From</Table.Th>
          <Table.Th visibleFrom="sm">Sent</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reports.map((report) => (
          <Table.Tr key={report.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} className="row-link" to={`/reports/${report.id}`}>
                {reportTitle(report)}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {`${reportKindLabel[report.kind]} · ${timeText(report.createdAt)}`}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {report.profileId ? (
                <UserLink id={report.profileId} name={report.profileName} />
              ) : (
                reportKindLabel[report.kind]
              )}
            </Table.Td>
            <Table.Td className="short">
              <Badge
                className="status"
                data-tone={reportState[report.state].tone}
                radius="sm"
                variant="transparent"
                title={report.handlerName}
              >
                {reportState[report.state].label}
              </Badge>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <UserLink id={report.reporterId} name={report.reporterName} />
            </Table.Td>
            <Table.Td visibleFrom="sm" className="short">
              {timeText(report.createdAt)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ListTable>
  );
}
