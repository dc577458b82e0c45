import { FILM_MESSAGES } from '@marquee/rules/film';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function crewNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CREW_NOT_FOUND', message: FILM_MESSAGES.crewNotFound });
}

export function crewFull(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'CREW_FULL', message: FILM_MESSAGES.crewFull });
}

export function creditTaken(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'CREDIT_TAKEN', message: FILM_MESSAGES.creditTaken });
}

export function claimNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CLAIM_NOT_FOUND', message: FILM_MESSAGES.claimNotFound });
}

export function claimDecided(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'CLAIM_DECIDED', message: FILM_MESSAGES.claimDecided });
}

export function invitationLimit(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'INVITATION_LIMIT', message: FILM_MESSAGES.invitationLimit });
}

export function invitationNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'INVITATION_NOT_FOUND',
    message: 'This invitation does not exist any more.',
  });
}

export function personNotFound(): DomainError {
  return invalid([{ field: 'personId', message: FILM_MESSAGES.personNotFound }]);
}
