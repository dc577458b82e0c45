import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { worded } from '@marquee/rules/worded';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function crewNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'CREW_NOT_FOUND', message: CREW_MESSAGES.crewNotFound });
}

export function crewFull(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'CREW_FULL', message: CREW_MESSAGES.crewFull });
}

/** The credits of a film are not those that its maker saw. */
export function crewChanged(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'CREW_CHANGED', message: CREW_MESSAGES.crewChanged });
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

/** No carrier of text messages is configured. */
export function textsNotSent(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'TEXTS_NOT_SENT',
    message: CREW_MESSAGES.textsNotSent,
  });
}

/** @param from when this person can be invited again */
export function invitedLately(from: Date, now: Date): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'INVITED_LATELY',
    ...worded(CREW_MESSAGES.invitedLately, { moment: from }),
    metadata: { retryAfterS: String(Math.ceil((from.getTime() - now.getTime()) / 1_000)) },
  });
}

/** @param from when the film may ask this person again */
export function declinedLately(from: Date, now: Date): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'CREDIT_DECLINED',
    ...worded(CREW_MESSAGES.declinedLately, { moment: from }),
    metadata: { retryAfterS: String(Math.ceil((from.getTime() - now.getTime()) / 1_000)) },
  });
}

export function askedOften(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'ASKED_OFTEN', message: CREW_MESSAGES.askedOften });
}

export function invitationNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'INVITATION_NOT_FOUND',
    message: CREW_MESSAGES.invitationNotFound,
  });
}

export function personNotFound(): DomainError {
  return invalid([{ field: 'personId', message: CREW_MESSAGES.personNotFound }]);
}
