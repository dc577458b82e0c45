import type { IdentityResources } from '../resources.ts';
import type { SignedIn } from './meet-challenge.ts';
import { nextAfterSignIn } from './next-after-sign-in.ts';

/** Where somebody goes who is signed in now [AUT-10]. */
export async function nextOf(
  { invitations, clock }: Pick<IdentityResources, 'invitations' | 'clock'>,
  { account, challenge }: Pick<SignedIn, 'account' | 'challenge'>,
  addNewAccount = false,
): Promise<string> {
  const intent = { ...challenge.intent, addNewAccount: challenge.intent.addNewAccount || addNewAccount };
  const invitation = intent.invitationId ? await invitations.find(intent.invitationId) : undefined;
  return nextAfterSignIn(account, intent, invitation, clock.now());
}
