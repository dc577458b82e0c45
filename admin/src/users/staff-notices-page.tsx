import { useInfiniteQuery, useQuery } from '@connectrpc/connect-query';
import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { type StaffNotice, StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { DeliveryService, type StaffNoticeProgress } from '@marquee/contracts/notification/v1/delivery_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { ListTable } from '../shell/list-table.tsx';
import { paged } from '../shell/paged.ts';
import { timeText } from './user-labels.ts';
import { UserLink } from './user-link.tsx';

const PAGE_SIZE = 50;
/** While messages wait. */
const PROGRESS_EVERY_MS = 3_000;

/** /superadmin/users/notices: what staff wrote to users, and how far it has come [ADU-02]. */
export function StaffNoticesPage() {
  const list = useInfiniteQuery(StaffNoticeService.method.listStaffNotices, { pageSize: PAGE_SIZE, cursor: '' }, paged);
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const pages = list.data?.pages ?? [];
  const count = pages.reduce((sum, { notices }) => sum + notices.length, 0);
  return (
    <Stack gap="sm">
      <title>Notifications · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Notifications to users
        </Title>
        <Button size="xs" variant="default" component={Link} to="/users">
          Select users
        </Button>
      </Group>
      <ListStates
        list={list}
        count={count}
        failed={BACK_OFFICE_MESSAGES.loadFailed}
        empty="Nothing was sent yet. Select users in their list, and send them a notification."
      />
      {count > 0 && (
        <ListTable aria-label="Notifications to users">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Notification</Table.Th>
              <Table.Th visibleFrom="md">By</Table.Th>
              <Table.Th visibleFrom="sm">Sent</Table.Th>
              <Table.Th ta="end">Users</Table.Th>
              <Table.Th>So far</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pages.map(({ notices }) => (
              <Rows key={notices[0]?.id ?? 'empty'} notices={notices} />
            ))}
          </Table.Tbody>
        </ListTable>
      )}
      <ListEnd list={list}>{count > 0 && 'These are all, of the last 400 days'}</ListEnd>
    </Stack>
  );
}

/** The notices of one page, with what notification says of them all at once. */
function Rows({ notices }: { notices: StaffNotice[] }) {
  const progress = useQuery(
    DeliveryService.method.getStaffNoticeProgress,
    { staffNoticeIds: notices.map(({ id }) => id) },
    {
      enabled: notices.length > 0,
      refetchInterval: ({ state }) => (isOnItsWay(notices, state.data?.notices) ? PROGRESS_EVERY_MS : false),
    },
  );
  const byId = new Map(progress.data?.notices.map((one) => [one.staffNoticeId, one]));
  return notices.map((notice) => (
    <Table.Tr key={notice.id}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {notice.title}
        </Text>
        <Text size="sm" c="dimmed">
          {notice.text}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {timeText(notice.createdAt)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <UserLink id={notice.sentBy} name={notice.senderName || 'A member of staff'} />
      </Table.Td>
      <Table.Td visibleFrom="sm" className="short">
        {timeText(notice.createdAt)}
      </Table.Td>
      <Table.Td ta="end">{notice.recipients.toLocaleString('en-US')}</Table.Td>
      <Table.Td>
        <Progress of={byId.get(notice.id)} isKnown={progress.isSuccess} hasFailed={progress.isError} />
      </Table.Td>
    </Table.Tr>
  ));
}

/** Old notices are left out of the answer; they are not waited for. */
const WAITED_FOR_MS = 3_600_000;

function isOnItsWay(notices: StaffNotice[], known: StaffNoticeProgress[] | undefined): boolean {
  const byId = new Map(known?.map((one) => [one.staffNoticeId, one]));
  return notices.some(({ id, createdAt }) => {
    const one = byId.get(id);
    if (one) return !one.hasFailed && (!one.isPlanned || one.waiting > 0);
    return Number(createdAt?.seconds ?? 0n) * 1_000 > Date.now() - WAITED_FOR_MS;
  });
}

type ProgressProps = { of: StaffNoticeProgress | undefined; isKnown: boolean; hasFailed: boolean };

function Progress({ of: one, isKnown, hasFailed }: ProgressProps) {
  if (hasFailed) return <Text size="sm">We could not load this.</Text>;
  if (!isKnown) return <Skeleton h={20} />;
  if (!one) return <Text size="sm">Not planned yet, or long ago</Text>;
  const messages = [
    `${one.sent} sent`,
    ...(one.waiting > 0 ? [`${one.waiting} waiting`] : []),
    ...(one.notSent > 0 ? [`${one.notSent} not sent`] : []),
  ].join(', ');
  return (
    <>
      <Text size="sm">{one.hasFailed ? 'Planning has failed' : `${one.planned} planned`}</Text>
      <Text size="sm">{`In ${one.inInbox} ${one.inInbox === 1 ? 'inbox' : 'inboxes'}, seen in ${one.seen}`}</Text>
      <Text size="sm" c="dimmed">{`Messages: ${messages}`}</Text>
    </>
  );
}
