import { useQuery } from '@connectrpc/connect-query';
import { ActionIcon, Group, Indicator } from '@mantine/core';
import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { IconBell, IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStaff } from '../users/permissions.ts';

/** The ways to what staff did and to the viewer's own notifications, with how many are unread [ADO-06]. */
export function OrganizationIcons() {
  const { accountId = '' } = useStaff();
  const { data } = useQuery(NoticeService.method.countUnread, { accountId }, { enabled: accountId !== '' });
  const unread = data?.unread ?? 0;
  return (
    <Group gap={4}>
      <ActionIcon variant="subtle" component={Link} to="/audit" aria-label="Activity" title="Activity">
        <IconHistory size={18} aria-hidden />
      </ActionIcon>
      <Indicator label={unread} disabled={unread === 0} size={16} offset={4}>
        <ActionIcon
          variant="subtle"
          component="a"
          href="/notifications"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          title="Notifications"
        >
          <IconBell size={18} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Group>
  );
}
