import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { InvitationType } from '@marquee/contracts/invitation/v1/invitation_pb';
import { Permission } from '@marquee/contracts/permissions';
import { isNotFound } from '@marquee/contracts/refusals';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { Facts } from './facts.tsx';
import { paidText } from './paid-text.ts';
import { useStaff } from './permissions.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { FilmLink } from './user-details.tsx';
import { nameOf, timeText } from './user-labels.ts';

const { getUserDevice, deleteUserDevice } = UserBackOfficeService.method;
const { getUserInvitation, deleteUserInvitation, getUserUnlock, deleteUserUnlock } = UserRecordsService.method;

/** One record of a user, by its address: a device, an invitation or an unlocked film [ADU-06]. */
export function RecordPage() {
  const { userId = '', deviceId, invitationId, unlockKey } = useParams();
  if (deviceId !== undefined) return <DevicePage accountId={userId} deviceId={deviceId} />;
  if (invitationId !== undefined) return <InvitationPage accountId={userId} invitationId={invitationId} />;
  return <UnlockPage accountId={userId} unlockKey={unlockKey ?? ''} />;
}

function DevicePage(named: { accountId: string; deviceId: string }) {
  const answer = useQuery(getUserDevice, named);
  const remove = useMutation(deleteUserDevice);
  const device = answer.data?.device;
  return (
    <RecordFrame
      {...{ answer, accountId: named.accountId, tab: 'technical', pending: remove.isPending }}
      title={device?.name ?? 'Device'}
      failure={BACK_OFFICE_MESSAGES.deviceFailed}
      consequence="This browser is signed out at once."
      remove={(reason) => remove.mutateAsync({ ...named, reason })}
      rows={[
        ['Id', named.deviceId],
        ['Key', device?.attributeKey],
        ['Model', device?.modelName],
        ['Place', device?.place],
        ['Network', device?.ip],
        ['Signed in', timeText(device?.createdAt)],
        ['Last seen', timeText(device?.lastAccessedAt)],
        ['Expires', timeText(device?.expiresAt)],
      ]}
    />
  );
}

function InvitationPage(named: { accountId: string; invitationId: string }) {
  const answer = useQuery(getUserInvitation, named);
  const remove = useMutation(deleteUserInvitation);
  const invitation = answer.data?.invitation;
  return (
    <RecordFrame
      {...{ answer, accountId: named.accountId, tab: 'pro', pending: remove.isPending }}
      title={invitation ? `Invitation of ${nameOf(invitation)}` : 'Invitation'}
      failure={BACK_OFFICE_MESSAGES.invitationFailed}
      consequence="Its link stops working."
      remove={(reason) => remove.mutateAsync({ ...named, reason })}
      rows={[
        ['Id', named.invitationId],
        ['Key', invitation?.attributeKey],
        ['Type', invitation && InvitationType[invitation.type]],
        ['First name', invitation?.firstName],
        ['Last name', invitation?.lastName],
        ['Email', invitation?.email],
        ['Phone', invitation?.phone],
        ['Credit', invitation?.credit],
        ['Credit id', invitation?.credId],
        ['Film', <FilmLink key="film" id={invitation?.filmId ?? ''} title={invitation?.filmTitle ?? ''} />],
        ['Sent', timeText(invitation?.createdAt)],
      ]}
    />
  );
}

function UnlockPage(named: { accountId: string; unlockKey: string }) {
  const answer = useQuery(getUserUnlock, named);
  const remove = useMutation(deleteUserUnlock);
  const unlock = answer.data?.unlock;
  return (
    <RecordFrame
      {...{ answer, accountId: named.accountId, tab: 'lover', pending: remove.isPending }}
      title={unlock ? `${unlock.filmTitle}, unlocked` : 'Unlocked film'}
      failure={BACK_OFFICE_MESSAGES.unlockFailed}
      consequence="The user cannot watch the film any more unless they unlock it again. Nothing is paid back."
      remove={(reason) => remove.mutateAsync({ ...named, reason })}
      rows={[
        ['Key', named.unlockKey],
        ['Film', <FilmLink key="film" id={unlock?.filmId ?? ''} title={unlock?.filmTitle ?? ''} />],
        ['Unlocked', timeText(unlock?.createdAt)],
        ['Until', timeText(unlock?.expireAt)],
        ['Paid', unlock ? paidText(unlock) : ''],
      ]}
    />
  );
}

type Answer = { error: Error | null; isError: boolean; isPending: boolean; refetch: () => unknown };
type RecordFrameProps = {
  answer: Answer;
  accountId: string;
  /** Of the user's page, where the record stands. */
  tab: string;
  title: string;
  failure: string;
  consequence: string;
  rows: [string, ReactNode][];
  pending: boolean;
  remove: (reason: string) => Promise<unknown>;
};

function RecordFrame(props: RecordFrameProps) {
  const { answer, accountId, tab, title, failure, consequence, rows, pending, remove } = props;
  const { may } = useStaff();
  const navigate = useNavigate();
  const refresh = useUsersRefresh();
  const home = `/users/${accountId}?tab=${tab}`;
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) {
    return <NotFound title={BACK_OFFICE_MESSAGES.recordNotFound} to={home} all="To the user" />;
  }
  if (answer.isError) return <LoadFailed title={failure} again={() => answer.refetch()} />;
  if (answer.isPending) return <Skeleton h={200} aria-label="Loading the record" />;

  const removeRecord = async (reason: string) => {
    try {
      await remove(reason);
      navigate(home);
      notifications.show({ message: 'The record was deleted.' });
      await refresh();
    } catch (error) {
      const message = refusalText(error) ?? '';
      notifications.show({ color: 'red', title: BACK_OFFICE_MESSAGES.deleteFailed, message });
    }
  };
  const question = { title: `Delete ${title}?`, text: consequence, confirm: 'Delete', onConfirm: removeRecord };
  return (
    <Stack gap="sm">
      <title>{`${title} · Back office · Marquee`}</title>
      <Breadcrumbs style={{ flexWrap: 'nowrap' }}>
        <Anchor component={Link} to="/users" size="sm">
          Users
        </Anchor>
        <Anchor component={Link} to={home} size="sm">
          User
        </Anchor>
        <Text size="sm" py={2} truncate>
          {title}
        </Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {may(Permission.EDIT_USERS) && (
          <Button size="xs" color="red" variant="light" loading={pending} onClick={() => askReason(question)}>
            Delete
          </Button>
        )}
      </Group>
      <Facts label="Record" rows={rows} />
    </Stack>
  );
}
