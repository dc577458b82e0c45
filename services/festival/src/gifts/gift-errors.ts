import { GIFT_MESSAGES } from '@marquee/rules/ticket-gifts';
import { DomainError } from '@marquee/runtime/errors';

const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

/** Not a connection of the giver; also with a block between the two, of which nobody learns. */
export function notConnected(): DomainError {
  return refused('NOT_CONNECTED', GIFT_MESSAGES.notConnected);
}

export function giftToSelf(): DomainError {
  return refused('GIFT_TO_SELF', GIFT_MESSAGES.toSelf);
}

/** The recipient has given this very ticket before. */
export function giftToGiver(): DomainError {
  return refused('GIFT_TO_GIVER', GIFT_MESSAGES.toGiver);
}

export function eventOver(): DomainError {
  return refused('EVENT_OVER', GIFT_MESSAGES.over);
}

export function eventCancelled(): DomainError {
  return refused('EVENT_CANCELLED', GIFT_MESSAGES.cancelled);
}

export function tooManyHands(): DomainError {
  return refused('TOO_MANY_HANDS', GIFT_MESSAGES.tooManyHands);
}

export function giftLimit(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'GIFT_LIMIT', message: GIFT_MESSAGES.tooMany });
}

/** No text messages are carried. */
export function textsNotSent(): DomainError {
  return refused('TEXTS_NOT_SENT', GIFT_MESSAGES.textsNotSent);
}

/** None by this id. */
export function invitationNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'INVITATION_NOT_FOUND', message: GIFT_MESSAGES.failed });
}
