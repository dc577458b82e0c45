import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Blockquote, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import {
  type AuditChange,
  type AuditEntry,
  type AuditKind,
  AuditObject,
  UserBackOfficeService,
} from '@marquee/contracts/identity/v1/user_back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link } from 'react-router';
import { ListEnd } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { timeText } from '../users/user-labels.ts';
import { auditKindLabel } from './audit-labels.ts';

const PAGE_SIZE = 25;

export type AuditFilter = { actorId?: string; kind?: AuditKind; objectKind?: AuditObject; objectId?: string };

/** What staff did, newest first, with what was before and after and why [ADU-10]. */
export function AuditTrail({ filter, withObjects = false }: { filter: AuditFilter; withObjects?: boolean }) {
  const list = useInfiniteQuery(
    UserBackOfficeService.method.listAuditEntries,
    { ...filter, pageSize: PAGE_SIZE, cursor: '' },
    { pageParamKey: 'cursor', getNextPageParam: (page) => page.lastKey || undefined },
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  if (list.isPending) return <Skeleton h={120} aria-label="Loading the audit log" />;
  return (
    <Stack maw={760}>
      {list.isSuccess && entries.length === 0 && <Text c="dimmed">Nothing was done yet</Text>}
      {entries.length > 0 && (
        <Timeline component="ol" bulletSize={12} lineWidth={2} active={-1} aria-label="Audit log" className="history">
          {entries.map((entry) => (
            <Timeline.Item key={entry.id} component="li" title={auditKindLabel[entry.kind]}>
              <Entry entry={entry} withObject={withObjects} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {list.isError && (
        <LoadFailed
          title={BACK_OFFICE_MESSAGES.loadFailed}
          again={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      <ListEnd list={list}>{entries.length > 0 && 'This is where the log begins'}</ListEnd>
    </Stack>
  );
}

function Entry({ entry, withObject }: { entry: AuditEntry; withObject: boolean }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {entry.actorId ? (
          <Anchor inherit underline="always" component={Link} to={`/users/${entry.actorId}`}>
            {entry.actorName || entry.actorId}
          </Anchor>
        ) : (
          'The staff command'
        )}
        {` · ${timeText(entry.createdAt)}`}
        {withObject && (
          <>
            {' · '}
            <ObjectLink entry={entry} />
          </>
        )}
      </Text>
      {entry.reason && (
        <Blockquote className="reason" mt="xs" p="sm" color="gray">
          {entry.reason}
        </Blockquote>
      )}
      {entry.changes.map((change) => (
        <Text key={change.field} size="sm" className="reason">
          {changeText(change)}
        </Text>
      ))}
    </>
  );
}

function ObjectLink({ entry: { objectKind, objectId } }: { entry: AuditEntry }) {
  const [to, text] = placeOf[objectKind]?.(objectId) ?? [`/users/${objectId}`, objectId];
  return (
    <Anchor inherit underline="always" component={Link} to={to}>
      {text}
    </Anchor>
  );
}

/** Where the object of an entry is, and its link's text. */
const placeOf: Partial<Record<AuditObject, (id: string) => readonly [to: string, text: string]>> = {
  [AuditObject.INVITATION]: () => ['/users/new', 'Invitation'],
  [AuditObject.STAFF_NOTICE]: () => ['/users/notices', 'Notification'],
  [AuditObject.REPORT]: (id) => [`/reports/${id}`, 'Report'],
};

const FIELDS: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  bio: 'Bio',
  country: 'Country',
  state: 'State',
  city: 'City',
  accountType: 'Type',
  consumerType: 'Consumer type',
  talents: 'Talents',
  suspended: 'Banned',
  device: 'Device',
  roles: 'Roles',
  recipients: 'Recipients',
  title: 'Title',
  text: 'Text',
  profilePicture: 'Picture',
  note: 'Note to the reporter',
};
const VALUES: Record<string, string> = { '': '–', true: 'yes', false: 'no' };

function changeText({ field, before, after }: AuditChange): string {
  const [from, to] = [before, after].map((value) => VALUES[value] ?? value);
  return `${FIELDS[field] ?? field}: ${from} → ${to}`;
}
