import { useInfiniteQuery, useMutation } from '@connectrpc/connect-query';
import { Alert, Anchor, Breadcrumbs, Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { ReasonInput } from '../dialogs/ask-reason.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { pagedByKey } from '../shell/paged.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { Records } from './user-details.tsx';
import { timeText } from './user-labels.ts';
import { UserLink } from './user-link.tsx';

const { addUser, listInvitedUsers } = UserBackOfficeService.method;

/** /superadmin/users/new: staff invite somebody, who proves their own address [ADU-02]. */
export function AddUserPage() {
  const list = useInfiniteQuery(listInvitedUsers, { pageSize: 0, cursor: '' }, pagedByKey);
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const rows = list.data?.pages.flatMap(({ invited }) => invited) ?? [];
  return (
    <Stack maw={760}>
      <title>Add user · Back office · Marquee</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/users" size="sm">
          Users
        </Anchor>
        <Text size="sm">Add user</Text>
      </Breadcrumbs>
      <Title order={1} size="h3">
        Add user
      </Title>
      <InviteForm />
      <Records
        title="Invited, without an account yet"
        failure={BACK_OFFICE_MESSAGES.loadFailed}
        empty="Nobody is invited"
        list={list}
        head={['Email', 'Invited', 'Until', 'By']}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            row.email,
            timeText(row.createdAt),
            timeText(row.expiresAt),
            <UserLink key="by" id={row.invitedBy} name={row.inviterName || 'A member of staff'} />,
          ],
        }))}
      />
    </Stack>
  );
}

function InviteForm() {
  const refresh = useUsersRefresh();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const add = useMutation(addUser);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await add.mutateAsync({ email, reason: reason.trim() });
    } catch {
      return;
    }
    setEmail('');
    setReason('');
    await refresh();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <Text size="sm" c="dimmed">
          An account begins when its owner proves the email. We send them an email that says how; you also get the
          address of the page here.
        </Text>
        <TextInput
          label="Email"
          type="email"
          withAsterisk
          autoComplete="off"
          value={email}
          maxLength={ACCOUNT_LIMITS.emailCharactersMax}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <ReasonInput value={reason} onChange={setReason} />
        {add.isError && (
          <Alert color="red" role="alert">
            {refusalText(add.error) ?? BACK_OFFICE_MESSAGES.saveFailed}
          </Alert>
        )}
        {add.data && (
          <Alert color="green" role="status" title={`${add.data.invited?.email} is invited`}>
            <Code>{add.data.url}</Code>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
