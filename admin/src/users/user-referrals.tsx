import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Stack, Text } from '@mantine/core';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link } from 'react-router';
import { pagedByKey } from '../shell/paged.ts';
import { Records } from './user-details.tsx';
import { nameOf, statusOf, timeText } from './user-labels.ts';

/** Who referred a user, and whom they referred [ADU-03]. */
export function UserReferrals({ user }: { user: User }) {
  const list = useInfiniteQuery(
    UserBackOfficeService.method.listReferrals,
    { accountId: user.id, pageSize: 0, cursor: '' },
    pagedByKey,
  );
  const rows = list.data?.pages.flatMap(({ users }) => users) ?? [];
  return (
    <Stack>
      <Text>
        {'Referred by: '}
        {user.referrerId ? (
          <Anchor component={Link} to={`/users/${user.referrerId}`}>
            {user.referrerId}
          </Anchor>
        ) : (
          'nobody'
        )}
      </Text>
      <Records
        title="Referred by this user"
        failure={BACK_OFFICE_MESSAGES.loadFailed}
        empty="This user referred nobody"
        list={list}
        head={['Name', 'Status', 'Added']}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <Anchor key="name" inherit component={Link} to={`/users/${row.id}`}>
              {nameOf(row)}
            </Anchor>,
            statusOf(row).label,
            timeText(row.createdAt),
          ],
        }))}
      />
    </Stack>
  );
}
