import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Button, Group, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { type TeamMember, TeamRole, TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { TEAM_MESSAGES } from '@marquee/rules/organizations';
import { refusalText } from '../api.ts';
import { once } from '../dialogs/once.ts';
import { EntityPicker } from '../pickers/entity-picker.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { RowsTable } from '../shell/rows-table.tsx';
import { UserLink } from '../users/user-link.tsx';
import { dateText, ROLE_CHOICES } from './organization-labels.ts';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

/** Who works for an organization, and who is invited [ADO-02]. */
export function OrganizationTeam({ festivalId }: { festivalId: string }) {
  const answer = useQuery(TeamService.method.listTeam, { festivalId });
  const refresh = useOrganizationsRefresh();
  const invite = useMutation(TeamService.method.inviteTeamMember);
  const setRole = useMutation(TeamService.method.setTeamRole);
  const remove = useMutation(TeamService.method.removeTeamMember);
  const run = async (work: Promise<unknown>) => {
    try {
      await work;
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', title: TEAM_MESSAGES.failed, message: refusalText(error) ?? '' });
    }
  };
  if (answer.isError) return <LoadFailed title="Failed to load the team" again={() => answer.refetch()} />;
  if (!answer.data) return <Skeleton h={200} aria-label="Loading the team" />;
  const { members } = answer.data;
  const pending = setRole.isPending || remove.isPending;
  return (
    <Stack maw={760}>
      <EntityPicker
        type={ArrayItemType.USER}
        label="Invite somebody, as door; the role can be changed"
        taken={members.map(({ accountId }) => accountId)}
        onPick={(personId) => run(invite.mutateAsync({ festivalId, personId, role: TeamRole.DOOR }))}
      />
      {members.length === 0 ? (
        <Text c="dimmed">Nobody is in the team yet</Text>
      ) : (
        <RowsTable aria-label="Team">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <MemberRow
                key={member.accountId}
                {...{ member, pending }}
                onRole={(role) => run(setRole.mutateAsync({ festivalId, accountId: member.accountId, role }))}
                onRemove={() => run(remove.mutateAsync({ festivalId, accountId: member.accountId }))}
              />
            ))}
          </Table.Tbody>
        </RowsTable>
      )}
    </Stack>
  );
}

function MemberRow({
  member: { accountId, name, role, accepted, addedAt },
  pending,
  onRole,
  onRemove,
}: {
  member: TeamMember;
  pending: boolean;
  onRole: (role: TeamRole) => void;
  onRemove: () => void;
}) {
  const ask = () =>
    modals.openConfirmModal({
      title: `Take ${name || 'this person'} out of the team?`,
      children: <Text size="sm">Only a new invitation brings somebody back.</Text>,
      labels: { confirm: 'Take out', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: once(onRemove),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <UserLink id={accountId} name={name} />
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          w={150}
          aria-label={`Role of ${name || accountId}`}
          allowDeselect={false}
          data={ROLE_CHOICES}
          value={String(role)}
          disabled={pending}
          onChange={(value) => onRole(Number(value))}
        />
      </Table.Td>
      <Table.Td className="short">{accepted ? dateText(addedAt) : 'Invited'}</Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <Button size="xs" variant="default" disabled={pending} onClick={ask}>
            Remove
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
