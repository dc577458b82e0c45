import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function crewNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CREW_NOT_FOUND', message: CREW_MESSAGES.crewNotFound });
}

export function crewFull(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'CREW_FULL', message: CREW_MESSAGES.crewFull });
}

export function creditTaken(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'CREDIT_TAKEN', message: CREW_MESSAGES.creditTaken });
}

export function claimNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CLAIM_NOT_FOUND', message: CREW_MESSAGES.claimNotFound });
}

export function claimDecided(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'CLAIM_DECIDED', message: CREW_MESSAGES.claimDecided });
}

export function invitationLimit(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'INVITATION_LIMIT', message: CREW_MESSAGES.invitationLimit });
}

export function invitationNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'INVITATION_NOT_FOUND',
    message: 'This invitation does not exist any more.',
  });
}

export function personNotFound(): DomainError {
  return invalid([{ field: 'personId', message: CREW_MESSAGES.personNotFound }]);
}
