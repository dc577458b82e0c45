import { type TeamMember, TeamRole, TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { TEAM_MESSAGES, type TeamRoleName } from '@marquee/rules/organizations';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { EmptyState, EndOfList } from '../../ui/states.tsx';
import { InviteMember } from './invite-member.tsx';
import { ROLE_LABELS, roleName, roleOptions } from './team-roles.ts';

export type MemberView = { id: string; name: string; role: TeamRoleName; accepted: boolean };

export const memberView = (member: TeamMember): MemberView => ({
  ...{ id: member.accountId, name: member.name, accepted: member.accepted },
  role: roleName(member),
});

type Props = { festivalId: string; members: MemberView[]; canChange: boolean; viewerId: string };

/** Who works for an organization beside its director [FES-06]. */
export function TeamPage({ festivalId, members, canChange, viewerId }: Props) {
  return (
    <div className="grid max-w-3xl gap-8">
      {canChange ? <InviteMember festivalId={festivalId} taken={members.map(({ id }) => id)} /> : null}
      {members.length === 0 ? (
        <EmptyState icon={<Users aria-hidden />} title={_('Nobody is in the team yet')}>
          {_('Invite somebody: they are in the team once they accept.')}
        </EmptyState>
      ) : (
        <div>
          <ul aria-label={_('Team')}>
            {members.map((member) => (
              <Member
                key={member.id}
                {...{ festivalId, member, canChange }}
                isOwn={member.id === viewerId && member.accepted}
              />
            ))}
          </ul>
          <EndOfList>{_('{count, plural, one {One person.} other {# people.}}', { count: members.length })}</EndOfList>
        </div>
      )}
    </div>
  );
}

function Member({
  festivalId,
  member: { id, name: known, role, accepted },
  canChange,
  isOwn,
}: {
  festivalId: string;
  member: MemberView;
  canChange: boolean;
  isOwn: boolean;
}) {
  const name = known || _('Somebody who left');
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const [pending, during] = usePending();
  const [asking, setAsking] = useState(false);
  const run = (work: () => Promise<unknown>, after: () => unknown) =>
    during(async () => {
      await orToast(async () => {
        await work();
        await after();
      }, _(TEAM_MESSAGES.failed));
      setAsking(false);
    });
  const remove = () =>
    run(
      () => client(TeamService).removeTeamMember({ festivalId, accountId: id }),
      () => (isOwn && !canChange ? navigate('/user/orgs') : revalidator.revalidate()),
    );
  const setRole = (next: TeamRoleName) =>
    run(
      () => client(TeamService).setTeamRole({ festivalId, accountId: id, role: TeamRole[next] }),
      () => revalidator.revalidate(),
    );
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 border-line border-b py-4 first:border-t">
      <Avatar name={name} />
      <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2">
        <span className="wrap-anywhere font-medium">{name}</span>
        {accepted ? null : <Badge>{_('Invited')}</Badge>}
      </div>
      {canChange ? (
        <div className="w-full sm:w-64">
          <Select
            label={_('Role of {name}', { name })}
            hideLabel
            value={role}
            disabled={pending}
            options={roleOptions()}
            onChange={(event) => void setRole(event.currentTarget.value as TeamRoleName)}
          />
        </div>
      ) : (
        <span className="text-ink-muted text-small">{_(ROLE_LABELS[role])}</span>
      )}
      {canChange || isOwn ? (
        <Button pending={pending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {isOwn ? _('Leave') : accepted ? _('Remove') : _('Take back')}
        </Button>
      ) : null}
      <ConfirmDialog
        title={isOwn ? _('Leave the team?') : _('Take {name} out of the team?', { name })}
        description={_('Only a new invitation brings somebody back.')}
        open={asking}
        onOpenChange={setAsking}
        confirmLabel={isOwn ? _('Leave') : _('Remove')}
        destructive
        pending={pending}
        onConfirm={() => void remove()}
      />
    </li>
  );
}
