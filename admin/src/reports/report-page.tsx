import { useMutation, useQuery } from '@connectrpc/connect-query';
import {
  Alert,
  Anchor,
  Badge,
  Breadcrumbs,
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ReportQueueService, type StaffReport, StaffReportState } from '@marquee/contracts/identity/v1/report_queue_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { closeReportSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import { Facts } from '../users/facts.tsx';
import { useStaff } from '../users/permissions.ts';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';
import { reportKindLabel, reportState, reportTitle } from './report-labels.ts';

const { getReport, takeReport, closeReport } = ReportQueueService.method;

/** /superadmin/reports/{reportId}: a report, what is done with it, and what was done. */
export function ReportPage() {
  const { reportId = '' } = useParams();
  const answer = useQuery(getReport, { reportId });
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) {
    return <NotFound title={BACK_OFFICE_MESSAGES.reportNotFound} to="/reports" all="All reports" />;
  }
  if (answer.isError) return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => answer.refetch()} />;
  const report = answer.data?.report;
  if (!report) return <Skeleton h={320} aria-label="Loading the report" />;
  const { label, tone } = reportState[report.state];
  return (
    <Stack gap="md">
      <title>{`${reportTitle(report)} · Back office · Marquee`}</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/reports" size="sm">
          Reports
        </Anchor>
        <Text size="sm">{reportKindLabel[report.kind]}</Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {reportTitle(report)}
          </Title>
          <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
            {label}
          </Badge>
        </Group>
        {report.state !== StaffReportState.CLOSED && <TakeButton report={report} />}
      </Group>
      <Facts label="Report" rows={factsOf(report)} />
      {report.state !== StaffReportState.CLOSED && <CloseForm key={report.id} report={report} />}
      <Stack gap="xs">
        <Title order={2} size="h4">
          What staff did
        </Title>
        <AuditTrail filter={{ objectId: report.id }} pageOf={report.id} />
      </Stack>
    </Stack>
  );
}

const personLink = (id: string, name: string) => <UserLink key={id} id={id} name={name} />;

function factsOf(report: StaffReport) {
  return [
    ['From', personLink(report.reporterId, report.reporterName)] as const,
    ...(report.profileId ? [['Profile', personLink(report.profileId, report.profileName)] as const] : []),
    ['Sent', timeText(report.createdAt)] as const,
    [
      'Details',
      <span key="details" className="reason">
        {report.details || '–'}
      </span>,
    ] as const,
    ...(report.handledBy ? [['In hand of', personLink(report.handledBy, report.handlerName)] as const] : []),
    ...(report.closedAt
      ? ([
          ['Closed', timeText(report.closedAt)],
          ['Decision', report.decision],
          ['Note to the reporter', report.note || 'None'],
        ] as const)
      : []),
  ];
}

/** Loads again what shows reports, and what staff did. */
const useReportsRefresh = () => useRefresh(ReportQueueService, UserBackOfficeService);

function TakeButton({ report }: { report: StaffReport }) {
  const { accountId } = useStaff();
  const refresh = useReportsRefresh();
  const take = useMutation(takeReport);
  const isMine = report.handledBy !== '' && report.handledBy === accountId;
  const save = async () => {
    try {
      await take.mutateAsync({ reportId: report.id, taken: !isMine });
      await refresh();
    } catch (error) {
      const message = refusalText(error) ?? '';
      notifications.show({ color: 'red', title: BACK_OFFICE_MESSAGES.reportFailed, message });
    }
  };
  return (
    <Button size="xs" variant="default" loading={take.isPending} onClick={save}>
      {isMine ? 'Leave to others' : 'Take in hand'}
    </Button>
  );
}

type Failures = { decision?: string; note?: string };

function CloseForm({ report }: { report: StaffReport }) {
  const refresh = useReportsRefresh();
  const close = useMutation(closeReport);
  const [decision, setDecision] = useState('');
  const [note, setNote] = useState('');
  const [failures, setFailures] = useState<Failures>({});
  const [refusal, setRefusal] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = closeReportSchema.safeParse({ decision, note });
    setFailures(Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path[0], message])));
    setRefusal(undefined);
    if (!parsed.success) return;
    try {
      await close.mutateAsync({ reportId: report.id, decision, note });
      notifications.show({ message: 'The report is closed.' });
      await refresh();
    } catch (error) {
      setRefusal(refusalText(error) ?? 'Please try again in a moment.');
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={760}>
        <Title order={2} size="h4">
          Close this report
        </Title>
        <TextInput
          label="Decision"
          description="It stands in the audit log. A closed report stays closed."
          required
          value={decision}
          error={failures.decision}
          maxLength={BACK_OFFICE_LIMITS.reasonCharactersMax}
          onChange={(event) => setDecision(event.currentTarget.value)}
        />
        <Textarea
          label="Note to the reporter"
          description="If you write one, they get it as a notification."
          autosize
          minRows={2}
          value={note}
          error={failures.note}
          maxLength={BACK_OFFICE_LIMITS.noticeTextCharactersMax}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {refusal && (
          <Alert color="red" role="alert" title={BACK_OFFICE_MESSAGES.reportFailed}>
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={close.isPending}>
            Close report
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
