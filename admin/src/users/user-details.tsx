import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { Permission } from '@marquee/contracts/permissions';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { socialLinkName } from '@marquee/rules/social-links';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ListEnd, type PagedList } from '../shell/list-end.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { pagedByKey } from '../shell/paged.ts';
import { RowsTable } from '../shell/rows-table.tsx';
import { Editable, Facts } from './facts.tsx';
import { paidText } from './paid-text.ts';
import { useStaff } from './permissions.ts';
import './records.css';
import { accountTypeLabel, nameOf, timeText, visibilityLabel } from './user-labels.ts';

/** What somebody is as an Entertainment Pro. */
export function ProDetails({ user }: { user: User }) {
  const { may } = useStaff();
  const talents = user.talents.join(', ');
  return (
    <Stack>
      <Facts
        label="eoPro Details"
        rows={[
          ['Type', accountTypeLabel[user.type]],
          [
            'Talents',
            may(Permission.EDIT_USERS) ? (
              <Editable key="talents" value={talents} to={`/users/${user.id}/talents`} label="talents" />
            ) : (
              talents
            ),
          ],
          ['Union', user.union],
          ['Visibility', visibilityLabel[user.profileVisibility]],
          ...user.socialLinks.map(
            ({ label, url }) =>
              [
                socialLinkName(label),
                <Anchor key={label} inherit href={url} rel="noreferrer nofollow" target="_blank">
                  {url}
                </Anchor>,
              ] as const,
          ),
        ]}
      />
      <Invitations accountId={user.id} />
    </Stack>
  );
}

function Invitations({ accountId }: { accountId: string }) {
  const list = useInfiniteQuery(
    UserRecordsService.method.listUserInvitations,
    { accountId, pageSize: 0, cursor: '' },
    pagedByKey,
  );
  const rows = list.data?.pages.flatMap(({ invitations }) => invitations) ?? [];
  return (
    <Records
      title="Invitations to credits that are open"
      failure={BACK_OFFICE_MESSAGES.invitationFailed}
      empty="No open invitations"
      list={list}
      head={['Name', 'Credit', 'Film', 'To', 'Sent']}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Anchor key="name" inherit component={Link} to={`/users/${accountId}/invitations/${row.id}`}>
            {nameOf(row)}
          </Anchor>,
          row.credit,
          <FilmLink key="film" id={row.filmId} title={row.filmTitle} />,
          <Breaking key="to">{row.email || row.phone}</Breaking>,
          timeText(row.createdAt),
        ],
      }))}
    />
  );
}

/** What somebody has unlocked. */
export function LoverDetails({ user }: { user: User }) {
  const list = useInfiniteQuery(
    UserRecordsService.method.listUserUnlocks,
    { accountId: user.id, pageSize: 0, cursor: '' },
    pagedByKey,
  );
  const rows = list.data?.pages.flatMap(({ unlocks }) => unlocks) ?? [];
  return (
    <Records
      title="Unlocked films"
      failure={BACK_OFFICE_MESSAGES.unlocksFailed}
      empty="No unlocked films"
      list={list}
      head={['Film', 'Unlocked', 'Until', 'Paid']}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [
          <Anchor key="film" inherit component={Link} to={`/users/${user.id}/unlocked-films/${row.key}`}>
            {row.filmTitle}
          </Anchor>,
          timeText(row.createdAt),
          timeText(row.expireAt),
          paidText(row),
        ],
      }))}
    />
  );
}

/** An address breaks anywhere, or the columns beside it have no room. */
const Breaking = ({ children }: { children: string }) => <span style={{ overflowWrap: 'anywhere' }}>{children}</span>;

export function FilmLink({ id, title }: { id: string; title: string }) {
  return (
    <Anchor inherit component={Link} to={`/content/${id}`}>
      {title}
    </Anchor>
  );
}

type RecordList = PagedList & {
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  refetch: () => unknown;
};
type RecordsProps = {
  title: string;
  failure: string;
  empty: string;
  list: RecordList;
  head: string[];
  rows: { key: string; cells: ReactNode[] }[];
};

/** A list of what belongs to a user, with its loading, empty, error and end. */
export function Records({ title, failure, empty, list, head, rows }: RecordsProps) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {list.isPending && <Skeleton h={88} aria-label={`Loading: ${title}`} />}
      {list.isError && !list.isFetchNextPageError && <LoadFailed title={failure} again={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Text c="dimmed">{empty}</Text>}
      {rows.length > 0 && (
        // Its roles are written down, since a browser forgets those of a table that is laid out otherwise.
        <RowsTable aria-label={title} className="records" role="table">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {head.map((name) => (
                <Table.Th key={name} role="columnheader">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map(({ key, cells }) => (
              <Table.Tr key={key} role="row">
                {cells.map((cell, index) => (
                  <Table.Td key={head[index]} role="cell" data-head={head[index]}>
                    <div>{cell}</div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </RowsTable>
      )}
      <ListEnd list={list} failed={failure}>
        {rows.length > 0 && `That is all: ${rows.length}`}
      </ListEnd>
    </Stack>
  );
}
