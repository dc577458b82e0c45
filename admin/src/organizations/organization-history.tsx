import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Blockquote, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import {
  type OrganizationAction,
  OrganizationBackOfficeService,
  type OrganizationChange,
} from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { formatMoment } from '@marquee/rules/format';
import { Link } from 'react-router';
import { ListEnd } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { ACTION_LABELS } from './organization-labels.ts';

const PAGE_SIZE = 25;

/** Who did what to an organization and when, newest first. */
export function OrganizationHistory({ festivalId }: { festivalId: string }) {
  const history = useInfiniteQuery(
    OrganizationBackOfficeService.method.listOrganizationActions,
    { festivalId, pageSize: PAGE_SIZE, cursor: '' },
    { pageParamKey: 'cursor', getNextPageParam: (page) => page.nextCursor || undefined },
  );
  const actions = history.data?.pages.flatMap((page) => page.actions) ?? [];
  if (history.isPending) return <Skeleton h={200} aria-label="Loading the history" />;
  return (
    <Stack maw={760}>
      {history.isSuccess && actions.length === 0 && <Text c="dimmed">Nothing was done yet</Text>}
      {actions.length > 0 && (
        <Timeline component="ol" bulletSize={12} lineWidth={2} active={-1} aria-label="History" className="history">
          {actions.map((action) => (
            <Timeline.Item key={action.id} component="li" title={ACTION_LABELS[action.kind]}>
              <Action action={action} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {history.isError && (
        <LoadFailed
          title={BACK_OFFICE_MESSAGES.loadFailed}
          again={() => (history.isFetchNextPageError ? history.fetchNextPage() : history.refetch())}
        />
      )}
      <ListEnd list={history}>{actions.length > 0 && 'This is where the history begins'}</ListEnd>
    </Stack>
  );
}

function Action({ action: { actorId, actorName, createdAt, reason, changes } }: { action: OrganizationAction }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {actorId ? (
          <Anchor inherit underline="always" component={Link} to={`/users/${actorId}`}>
            {actorName || actorId}
          </Anchor>
        ) : (
          'Marquee'
        )}
        {createdAt ? ` · ${formatMoment(timestampDate(createdAt))}` : ''}
      </Text>
      {reason && (
        <Blockquote className="reason" mt="xs" p="sm" color="gray">
          {reason}
        </Blockquote>
      )}
      {changes.map((change) => (
        <Text key={change.field} size="sm" className="reason">
          {changeText(change)}
        </Text>
      ))}
    </>
  );
}

const NAMES: Record<string, string> = {
  name: 'Name',
  url: 'Custom URL',
  description: 'Description',
  state: 'State',
  city: 'City',
  country: 'Country',
  language: 'Language',
  status: 'Status',
  directorId: 'Director',
  organizationLogo: 'Logo',
  headerImage: 'Header image',
};

const changeText = ({ field, before, after }: OrganizationChange) =>
  `${NAMES[field] ?? field}: ${before || '–'} → ${after || '–'}`;
