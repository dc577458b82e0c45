import { lazy, Suspense, useEffect } from 'react';
import { useCurrentUser, useEndedSession, useIsSignInWanted } from './current-user.ts';

const SignInAgain = lazy(async () => ({
  default: (await import('../features/auth/sign-in-again.tsx')).SignInAgain,
}));

/**
 * Asks for sign-in over the page once the session of the person at this browser has ended; on a page that says so itself,
 * once they want to sign in.
 */
export function EndedSession({ waits = false }: { waits?: boolean }) {
  // Who it was has to be known before: pages without the top bar do not ask for it themselves.
  useCurrentUser();
  const user = useEndedSession();
  const isWanted = useIsSignInWanted();
  useEffect(() => {
    // Full screen shows the film alone.
    if (user && document.fullscreenElement) void document.exitFullscreen();
  }, [user]);
  return user && (isWanted || !waits) ? (
    <Suspense fallback={null}>
      <SignInAgain user={user} />
    </Suspense>
  ) : null;
}
