import { useMutation } from '@connectrpc/connect-query';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { Permission } from '@marquee/contracts/permissions';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { useStaff } from './permissions.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { writeNotice } from './write-notice.tsx';

/** The selected users by their ids, of whichever page. */
export type Selected = ReadonlyMap<string, User>;

type SelectionActionsProps = { selected: Selected; clear: () => void };

/** What is done with the selected users; who may not see addresses or delete has no button for it [ADU-02]. */
export function SelectionActions({ selected, clear }: SelectionActionsProps) {
  const { may } = useStaff();
  const refresh = useUsersRefresh();
  const remove = useMutation(UserBackOfficeService.method.deleteUsers);
  const warn = (message: string) => notifications.show({ color: 'yellow', message });
  const people = (count: number) => (count === 1 ? 'one user' : `${count} users`);

  const copy = async (field: 'email' | 'phone', name: 'email' | 'phone number') => {
    if (selected.size === 0) return warn(BACK_OFFICE_MESSAGES.nobodySelectedToCopy);
    const values = [...selected.values()].map((user) => user[field]).filter(Boolean);
    try {
      await navigator.clipboard.writeText(values.join('\n'));
      notifications.show({ message: `${values.length} ${name}${values.length === 1 ? '' : 's'} copied.` });
    } catch {
      notifications.show({ color: 'red', message: 'Your browser did not let us copy.' });
    }
  };
  const removeSelected = async (reason: string) => {
    const accountIds = [...selected.keys()];
    try {
      const { deleted } = await remove.mutateAsync({ accountIds, confirmedCount: accountIds.length, reason });
      clear();
      notifications.show({ message: `${deleted === 1 ? 'One user was' : `${deleted} users were`} deleted.` });
      await refresh();
    } catch (error) {
      const message = refusalText(error) ?? '';
      notifications.show({ color: 'red', title: BACK_OFFICE_MESSAGES.deleteFailed, message });
    }
  };
  const askToRemove = () => {
    if (selected.size === 0) return warn(BACK_OFFICE_MESSAGES.nobodySelected);
    if (selected.size > BACK_OFFICE_LIMITS.usersDeletedAtOnceMax) return warn(BACK_OFFICE_MESSAGES.tooManyToDelete);
    askReason({
      title: `Delete ${people(selected.size)}?`,
      text: 'Their accounts, sign-ins and passkeys are deleted. This cannot be undone.',
      confirm: `Delete ${people(selected.size)}`,
      onConfirm: removeSelected,
    });
  };
  const askToNotify = () => {
    if (selected.size === 0) return warn(BACK_OFFICE_MESSAGES.nobodySelectedToNotify);
    if (selected.size > BACK_OFFICE_LIMITS.usersNotifiedAtOnceMax) return warn(BACK_OFFICE_MESSAGES.tooManyToNotify);
    writeNotice({ accountIds: [...selected.keys()], onSent: clear });
  };
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <Group gap="xs">
      {selected.size > 0 && (
        <>
          <Text size="sm" role="status">{`${selected.size} selected`}</Text>
          <Button size="xs" variant="subtle" onClick={clear}>
            Clear
          </Button>
        </>
      )}
      {may(Permission.NOTIFY_USERS) && (
        <Button {...button} onClick={askToNotify}>
          Send notification
        </Button>
      )}
      {may(Permission.SEE_ADDRESSES) && (
        <>
          <Button {...button} onClick={() => copy('email', 'email')}>
            Copy emails
          </Button>
          <Button {...button} onClick={() => copy('phone', 'phone number')}>
            Copy phone numbers
          </Button>
        </>
      )}
      {may(Permission.DELETE_USERS) && (
        <Button {...button} color="red" variant="light" loading={remove.isPending} onClick={askToRemove}>
          Delete
        </Button>
      )}
    </Group>
  );
}
