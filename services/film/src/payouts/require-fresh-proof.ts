import { FreshProof } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { PASSKEY_MESSAGES } from '@marquee/rules/passkeys';
import { DomainError } from '@marquee/runtime/errors';
import type { FilmResources } from '../resources.ts';

/**
 * That the viewer has proven lately who they are, as identity knows it: a stolen session must not send money elsewhere
 * (decisions 0054 and 0070).
 *
 * @throws DomainError FORBIDDEN, STEP_UP_NEEDED or SIGN_IN_AGAIN
 */
export async function requireFreshProof({ proofs }: Pick<FilmResources, 'proofs'>): Promise<void> {
  const { proof } = await proofs.getFreshProof({});
  if (proof === FreshProof.GIVEN) return;
  const byPasskey = proof === FreshProof.PASSKEY_NEEDED;
  throw new DomainError({
    kind: 'FORBIDDEN',
    reason: byPasskey ? 'STEP_UP_NEEDED' : 'SIGN_IN_AGAIN',
    message: byPasskey ? PASSKEY_MESSAGES.stepUpNeeded : PASSKEY_MESSAGES.signInAgain,
  });
}
