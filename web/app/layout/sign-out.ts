import { _ } from '../language/words.ts';
import { toast } from '../ui/toast.ts';
import { announceAccount } from './account-switch.ts';
import { forgetUser } from './current-user.ts';
import { keepOtherAccountsKnown, otherAccountsKnown } from './other-accounts-known.ts';

/**
 * Ends the session and loads the home page as a new document, so that nothing of the account stays in memory. Another
 * account that is signed in in this browser is used from then on.
 */
export async function signOut(): Promise<void> {
  const { endSession } = await import('./account-calls.ts');
  const remember = forgetUser();
  try {
    await endSession();
  } catch {
    remember();
    toast({ message: _('We could not sign you out. Please try again.'), tone: 'danger' });
    return;
  }
  keepOtherAccountsKnown(otherAccountsKnown() - 1);
  announceAccount();
  window.location.assign('/');
}
