import { TeamMemberInvitedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { newId } from '@marquee/data/ids';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { TeamMember } from './team.ts';

/** Somebody is asked to work for an organization. Each invitation has an id of its own, also of the same person again. */
export function teamMemberInvited({ festivalId, accountId, addedBy }: TeamMember): DomainEvent {
  const invitationId = newId();
  return domainEvent(
    TeamMemberInvitedSchema,
    { invitationId, festivalId, accountId, invitedBy: addedBy ?? '' },
    { type: 'team_invitation', id: invitationId, version: 1n },
  );
}
