import { useMutation } from '@connectrpc/connect-query';
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { AccountStatus, type User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { Permission } from '@marquee/contracts/permissions';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { useNavigate } from 'react-router';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { useStaff } from './permissions.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { nameOf } from './user-labels.ts';

const { banUser, unbanUser, deleteUsers, createStaffPasskeyLink } = UserBackOfficeService.method;

const failed = (title: string, error: unknown) =>
  notifications.show({ color: 'red', title, message: refusalText(error) ?? '' });

/** What is done to one user, each with a confirmation and a reason [ADU-05] [ADU-09]. */
export function UserActions({ user }: { user: User }) {
  const { may, accountId } = useStaff();
  const isStaff = user.roles.length > 0;
  // The service refuses the rest as well.
  if (accountId === user.id || (isStaff && !may(Permission.MANAGE_STAFF))) return null;
  return (
    <Group gap="xs">
      {isStaff && <PasskeyLinkButton user={user} />}
      {may(Permission.BAN_USERS) && <BanButton user={user} />}
      {may(Permission.DELETE_USERS) && <DeleteButton user={user} />}
    </Group>
  );
}

function BanButton({ user }: { user: User }) {
  const refresh = useUsersRefresh();
  const ban = useMutation(banUser);
  const unban = useMutation(unbanUser);
  const isBanned = user.status === AccountStatus.SUSPENDED;
  const save = async (reason: string) => {
    try {
      await (isBanned ? unban : ban).mutateAsync({ accountId: user.id, reason });
      notifications.show({ message: `${nameOf(user)} is ${isBanned ? 'active again' : 'banned'}.` });
      await refresh();
    } catch (error) {
      failed(BACK_OFFICE_MESSAGES.banFailed, error);
    }
  };
  const name = isBanned ? 'Unban User' : 'Ban User';
  const text = isBanned
    ? `${nameOf(user)} can sign in again.`
    : `${nameOf(user)} is signed out everywhere at once and cannot sign in any more.`;
  return (
    <Button
      size="xs"
      color="red"
      variant={isBanned ? 'default' : 'light'}
      loading={ban.isPending || unban.isPending}
      onClick={() => askReason({ title: `${name}: ${nameOf(user)}?`, text, confirm: name, onConfirm: save })}
    >
      {name}
    </Button>
  );
}

function DeleteButton({ user }: { user: User }) {
  const refresh = useUsersRefresh();
  const navigate = useNavigate();
  const remove = useMutation(deleteUsers);
  const save = async (reason: string) => {
    try {
      await remove.mutateAsync({ accountIds: [user.id], confirmedCount: 1, reason });
      navigate('/users');
      notifications.show({ message: `${nameOf(user)} was deleted.` });
      await refresh();
    } catch (error) {
      failed(BACK_OFFICE_MESSAGES.deleteFailed, error);
    }
  };
  const question = {
    title: `Delete ${nameOf(user)}?`,
    text: 'The account, its sign-ins and passkeys are deleted. This cannot be undone.',
    confirm: 'Delete',
    onConfirm: save,
  };
  return (
    <Button size="xs" color="red" variant="light" loading={remove.isPending} onClick={() => askReason(question)}>
      Delete
    </Button>
  );
}

function PasskeyLinkButton({ user }: { user: User }) {
  const refresh = useUsersRefresh();
  const create = useMutation(createStaffPasskeyLink);
  const save = async (reason: string) => {
    try {
      const { url } = await create.mutateAsync({ accountId: user.id, reason });
      modals.open({ title: 'One-time link', children: <OneTimeLink url={url} /> });
      await refresh();
    } catch (error) {
      failed(BACK_OFFICE_MESSAGES.saveFailed, error);
    }
  };
  const question = {
    title: `Make a passkey link for ${nameOf(user)}?`,
    text: 'Who opens it sets up a passkey of this account. Links made before stop working.',
    confirm: 'Make the link',
    onConfirm: save,
  };
  return (
    <Button size="xs" variant="default" loading={create.isPending} onClick={() => askReason(question)}>
      Passkey link
    </Button>
  );
}

function OneTimeLink({ url }: { url: string }) {
  return (
    <Stack>
      <Text size="sm">It works once, for a day. It is shown only here.</Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {url}
      </Code>
      <CopyButton value={url}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
      </CopyButton>
    </Stack>
  );
}
