import { TeamRole, TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { TEAM_MESSAGES, type TeamRoleName } from '@marquee/rules/organizations';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Select } from '../../ui/field.tsx';
import { PersonChoice } from './person-choice.tsx';
import { roleOptions } from './team-roles.ts';

/** Asks somebody to work for the organization [FES-06]. */
export function InviteMember({ festivalId, taken }: { festivalId: string; taken: readonly string[] }) {
  const { revalidate } = useRevalidator();
  const [role, setRole] = useState<TeamRoleName>('MANAGER');
  return (
    <PersonChoice
      label={_('Invite somebody')}
      taken={taken}
      failed={_(TEAM_MESSAGES.failed)}
      onChosen={async (personId) => {
        await client(TeamService).inviteTeamMember({ festivalId, personId, role: TeamRole[role] });
        await revalidate();
      }}
    >
      <Select
        label={_('What they do')}
        options={roleOptions()}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as TeamRoleName)}
      />
    </PersonChoice>
  );
}
