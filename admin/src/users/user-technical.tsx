import { useQuery } from '@connectrpc/connect-query';
import { Anchor, Stack, Text } from '@mantine/core';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService, type UserEntry } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { technicalViewers } from '@marquee/rules/declared-settings';
import { Link } from 'react-router';
import { Facts } from './facts.tsx';
import { Records } from './user-details.tsx';
import { timeText } from './user-labels.ts';

/** How an account came to be, and the browsers that are signed in [ADU-03] [ADU-06]. */
export function UserTechnical({ entry, user }: { entry: UserEntry; user: User }) {
  const list = useQuery(UserBackOfficeService.method.listUserDevices, { accountId: user.id });
  const rows = list.data?.devices ?? [];
  return (
    <Stack>
      {entry.technicalHidden ? (
        <TechnicalHidden />
      ) : (
        <Facts
          label="Technical"
          rows={[
            ['Id', user.id],
            ['Source', [user.source, user.sourceId].filter(Boolean).join(' ')],
            ['Invitation', user.invitationId],
            ['Signed up from', entry.signUpIp],
            ['Passkeys', String(entry.passkeyCount)],
            ['Version', String(entry.version)],
            ['Changed', timeText(entry.updatedAt)],
            ['Banned', timeText(entry.suspendedAt)],
          ]}
        />
      )}
      <Records
        title="Devices"
        failure={BACK_OFFICE_MESSAGES.deviceFailed}
        empty="Signed in nowhere"
        list={{
          ...list,
          hasNextPage: false,
          isFetchNextPageError: false,
          isFetchingNextPage: false,
          fetchNextPage: list.refetch,
        }}
        head={['Device', 'Place', 'Network', 'Signed in', 'Last seen']}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <Anchor key="device" inherit component={Link} to={`/users/${user.id}/devices/${row.id}`}>
              {row.name}
            </Anchor>,
            row.place,
            row.ip,
            timeText(row.createdAt),
            timeText(row.lastAccessedAt),
          ],
        }))}
      />
    </Stack>
  );
}

/** In place of what only those on the list of the settings see [ADU-08]. */
function TechnicalHidden() {
  return (
    <Text c="dimmed">
      Who sees the technical details of users is chosen in the setting{' '}
      <Anchor inherit underline="always" component={Link} to={`/settings/${technicalViewers.key}`}>
        {technicalViewers.label}
      </Anchor>
      .
    </Text>
  );
}
