import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function accountNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'ACCOUNT_NOT_FOUND', message: 'This account does not exist.' });
}

/** The same for a profile that does not exist and for one that the viewer may not see [PRO-20]. */
export function profileNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PROFILE_NOT_FOUND', message: PROFILE_MESSAGES.notFound });
}

/** Names that a profile does not take [PRO-08]. */
export function namesInvalid(fields: readonly ('firstName' | 'lastName')[]): DomainError {
  return invalid(fields.map((field) => ({ field, message: ACCOUNT_MESSAGES[`${field}Invalid`].body })));
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
