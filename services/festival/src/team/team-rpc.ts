import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type TeamMemberSchema, TeamRole, TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { organizationMessage } from '../organizations/organization-message.ts';
import type { FestivalResources } from '../resources.ts';
import { answerTeamInvitation, answerTeamInvitationSchema } from './answer-team-invitation.ts';
import { inviteTeamMember, inviteTeamMemberSchema } from './invite-team-member.ts';
import { listOwnTeamInvitations } from './list-own-team-invitations.ts';
import { festivalIdSchema, listTeam } from './list-team.ts';
import { removeTeamMember, teamMemberSchema } from './remove-team-member.ts';
import { setTeamRole, setTeamRoleSchema } from './set-team-role.ts';
import type * as team from './team.ts';

const memberMessage = (member: team.TeamMember): MessageInitShape<typeof TeamMemberSchema> => ({
  ...{ accountId: member.accountId, name: member.name, role: TeamRole[member.role] },
  ...{ accepted: member.acceptedAt !== null, addedAt: timestampFromDate(member.addedAt) },
});
const oneMember = (member: team.TeamMember) => ({ member: memberMessage(member) });

/** A request with the name of its role in place of the number. */
const roleNamed = <R extends { role: TeamRole }>(request: R) => ({ ...request, role: TeamRole[request.role] ?? '' });

export const teamRpc = rpc<FestivalResources>()(TeamService, {
  listTeam: read(festivalIdSchema, listTeam, ({ members, canChange }) => ({
    members: members.map(memberMessage),
    canChange,
  })),
  inviteTeamMember: write(inviteTeamMemberSchema, inviteTeamMember, oneMember, { from: roleNamed }),
  setTeamRole: write(setTeamRoleSchema, setTeamRole, oneMember, { from: roleNamed }),
  removeTeamMember: write(teamMemberSchema, removeTeamMember, () => ({})),
  listOwnTeamInvitations: read(noInput, listOwnTeamInvitations, (invitations) => ({
    invitations: invitations.map(({ organization, role, addedAt }) => ({
      ...{ organization: organizationMessage(organization), role: TeamRole[role] },
      addedAt: timestampFromDate(addedAt),
    })),
  })),
  answerTeamInvitation: write(answerTeamInvitationSchema, answerTeamInvitation, () => ({})),
});
