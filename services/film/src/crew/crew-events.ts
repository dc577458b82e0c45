import {
  CreditClaimDecidedSchema,
  CreditClaimedSchema,
  CreditNamedSchema,
  CrewInvitedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

/** A credit after its version was raised for the event. */
type Raised = { id: string; version: bigint };
type ClaimOf = { filmId: string; claimId: string; accountId: string };

const credit = ({ id, version }: Raised) => ({ type: 'crew', id, version });

export const crewInvited = (crew: Raised, of: { filmId: string; invitationId: string }): DomainEvent =>
  domainEvent(CrewInvitedSchema, { ...of, crewId: crew.id }, credit(crew));

export const creditNamed = (crew: Raised, of: ClaimOf): DomainEvent =>
  domainEvent(CreditNamedSchema, { ...of, crewId: crew.id }, credit(crew));

export const creditClaimed = (crew: Raised, of: ClaimOf): DomainEvent =>
  domainEvent(CreditClaimedSchema, { ...of, crewId: crew.id }, credit(crew));

export const creditClaimDecided = (crew: Raised, of: ClaimOf & { accepted: boolean; decidedBy: string }): DomainEvent =>
  domainEvent(CreditClaimDecidedSchema, { ...of, crewId: crew.id }, credit(crew));
