import { useQuery } from '@connectrpc/connect-query';
import { Alert, Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { ReasonInput } from '../dialogs/ask-reason.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { type Changes, type Draft, draftOf, EditFields, isPart, type Part, partTitle } from './edit-fields.tsx';
import { useUpdateUser } from './use-update-user.ts';
import { nameOf } from './user-labels.ts';

/** /superadmin/users/{userId}/bio, /type, /talents, /consumer-type and /location [ADU-04]. */
export function EditUserPage() {
  const { userId = '' } = useParams();
  const part = useLocation().pathname.split('/').at(-1) ?? '';
  const answer = useQuery(UserBackOfficeService.method.getUser, { accountId: userId });
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (!isPart(part) || isNotFound(answer.error)) {
    return <NotFound title={BACK_OFFICE_MESSAGES.userNotFound} to="/users" all="All users" />;
  }
  if (answer.isError) return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => answer.refetch()} />;
  const user = answer.data?.user?.user;
  if (!user) return <Skeleton h={240} aria-label="Loading the user" />;
  return <EditForm key={`${user.id} ${part}`} user={user} part={part} />;
}

function EditForm({ user, part }: { user: User; part: Part }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => draftOf(user));
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const { save, pending } = useUpdateUser(user.id);
  const home = `/users/${user.id}`;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changes: Changes | undefined = EditFields[part].changes(draft, user);
    // An empty value means no save [ADU-09].
    if (!changes) return navigate(home);
    setFailure(undefined);
    try {
      await save({ ...changes, reason: reason.trim() });
      navigate(home);
    } catch (error) {
      setFailure(refusalText(error) ?? BACK_OFFICE_MESSAGES.saveFailed);
    }
  };
  const { Fields, note } = EditFields[part];
  const title = partTitle[part];
  return (
    <Stack maw={560}>
      <title>{`${title} of ${nameOf(user)} · Back office · Marquee`}</title>
      <Breadcrumbs style={{ flexWrap: 'nowrap' }}>
        <Anchor component={Link} to="/users" size="sm">
          Users
        </Anchor>
        <Anchor component={Link} to={home} size="sm" py={2} truncate title={nameOf(user)}>
          {nameOf(user)}
        </Anchor>
        <Text size="sm">{title}</Text>
      </Breadcrumbs>
      <Title order={1} size="h3">
        {title}
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Fields draft={draft} user={user} change={(next) => setDraft({ ...draft, ...next })} />
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
          <ReasonInput value={reason} onChange={setReason} />
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={home}>
              Cancel
            </Button>
            <Button type="submit" loading={pending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
