import { PASSKEY_MESSAGES } from '@marquee/rules/passkeys';
import { DomainError } from '@marquee/runtime/errors';

/**
 * That somebody has proven lately who they are, as identity knows it: a stolen session must not send money elsewhere
 * (decisions 0054 and 0070).
 *
 * @param proof the name of identity's FreshProof
 * @throws DomainError FORBIDDEN, STEP_UP_NEEDED or SIGN_IN_AGAIN
 */
export function requireGiven(proof: string | undefined): void {
  if (proof === 'GIVEN') return;
  const byPasskey = proof === 'PASSKEY_NEEDED';
  throw new DomainError({
    kind: 'FORBIDDEN',
    reason: byPasskey ? 'STEP_UP_NEEDED' : 'SIGN_IN_AGAIN',
    message: byPasskey ? PASSKEY_MESSAGES.stepUpNeeded : PASSKEY_MESSAGES.signInAgain,
  });
}
