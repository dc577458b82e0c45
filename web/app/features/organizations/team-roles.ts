import { type TeamInvitation, type TeamMember, TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { TEAM_ROLES, type TeamRoleName } from '@marquee/rules/organizations';
import { _, type Message, msg } from '../../language/words.ts';

export const ROLE_LABELS: Record<TeamRoleName, Message> = {
  MANAGER: msg('Manager'),
  PROGRAMMER: msg('Programmer'),
  DOOR: msg('Door'),
};

const DUTIES: Record<TeamRoleName, Message> = {
  MANAGER: msg('Manager: everything but the team'),
  PROGRAMMER: msg('Programmer: events and their films'),
  DOOR: msg('Door: checks tickets'),
};

export const roleOptions = () => TEAM_ROLES.map((value) => ({ value, label: _(DUTIES[value]) }));

export const roleName = ({ role }: Pick<TeamMember | TeamInvitation, 'role'>): TeamRoleName =>
  TEAM_ROLES.find((name) => TeamRole[name] === role) ?? 'DOOR';
