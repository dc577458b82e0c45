import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function accountNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'ACCOUNT_NOT_FOUND', message: 'This account does not exist.' });
}

/** Something that onboarding needs is not filled in [ONB-07]. */
export function onboardingIncomplete(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ONBOARDING_INCOMPLETE',
    message: ACCOUNT_MESSAGES.onboardingFailed,
  });
}

/** A talent that the type of the account does not have [ONB-05]. */
export function talentUnknown(): DomainError {
  return invalid([{ field: 'talents', message: ACCOUNT_MESSAGES.talentUnknown }]);
}
