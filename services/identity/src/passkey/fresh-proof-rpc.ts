import { FreshProof, FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import type { ServiceViewer } from '@marquee/runtime/viewer';
import { rpc } from '@marquee/service/rpc';
import { noInput, read } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { freshProof } from './fresh-proof.ts';

const PROOFS = {
  GIVEN: FreshProof.GIVEN,
  PASSKEY_NEEDED: FreshProof.PASSKEY_NEEDED,
  SIGN_IN_NEEDED: FreshProof.SIGN_IN_NEEDED,
} as const;

/** The proof of the person for whom another service calls, before what a stolen session must not do there (decision 0070). */
async function getFreshProof(
  resources: IdentityResources,
  { onBehalfOf }: ServiceViewer,
): Promise<{ proof: FreshProof }> {
  if (!onBehalfOf) return { proof: FreshProof.UNSPECIFIED };
  return { proof: PROOFS[await freshProof(resources, onBehalfOf)] };
}

/** What other services ask of a person's proof. */
export const freshProofRpc = rpc<IdentityResources>()(FreshProofService, {
  getFreshProof: read(noInput, getFreshProof),
});
