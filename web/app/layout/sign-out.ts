import { toast } from '../ui/toast.tsx';

/** Ends the session and loads the home page as a new document, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  const { endSession } = await import('./account-calls.ts');
  try {
    await endSession();
  } catch {
    toast({ message: 'We could not sign you out. Please try again.', tone: 'danger' });
    return;
  }
  window.location.assign('/');
}
