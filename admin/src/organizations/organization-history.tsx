import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useInfiniteQuery } from '@connectrpc/connect-query';
import {
  type OrganizationAction,
  OrganizationBackOfficeService,
  type OrganizationChange,
} from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { formatMoment } from '@marquee/rules/format';
import { ActionTimeline, type TimelineEntry } from '../shell/action-timeline.tsx';
import { paged } from '../shell/paged.ts';
import { UserLink } from '../users/user-link.tsx';
import { ACTION_LABELS } from './organization-labels.ts';

const PAGE_SIZE = 25;

/** Who did what to an organization and when, newest first. */
export function OrganizationHistory({ festivalId }: { festivalId: string }) {
  const history = useInfiniteQuery(
    OrganizationBackOfficeService.method.listOrganizationActions,
    { festivalId, pageSize: PAGE_SIZE, cursor: '' },
    paged,
  );
  const actions = history.data?.pages.flatMap((page) => page.actions) ?? [];
  return <ActionTimeline list={history} entries={actions.map(entryOf)} />;
}

function entryOf({ id, kind, actorId, actorName, createdAt, reason, changes }: OrganizationAction): TimelineEntry {
  const who = (
    <>
      {actorId ? <UserLink id={actorId} name={actorName} /> : 'Marquee'}
      {createdAt ? ` · ${formatMoment(timestampDate(createdAt))}` : ''}
    </>
  );
  return { id, title: ACTION_LABELS[kind], who, reason, changes: changes.map(changeText) };
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
  order: 'Order',
  ticket: 'Ticket',
};

const changeText = ({ field, before, after }: OrganizationChange) =>
  `${NAMES[field] ?? field}: ${before || '–'} → ${after || '–'}`;
