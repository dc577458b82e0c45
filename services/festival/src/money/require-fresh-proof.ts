import { FreshProof } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { requireGiven } from '@marquee/payments/fresh-proof';
import type { FestivalResources } from '../resources.ts';

/** @throws DomainError FORBIDDEN, STEP_UP_NEEDED or SIGN_IN_AGAIN */
export async function requireFreshProof({ proofs }: Pick<FestivalResources, 'proofs'>): Promise<void> {
  requireGiven(FreshProof[(await proofs.getFreshProof({})).proof]);
}
