import { lazy, Suspense } from 'react';
import { useEndedSession } from './current-user.ts';

const SignInAgain = lazy(async () => ({
  default: (await import('../features/auth/sign-in-again.tsx')).SignInAgain,
}));

/** Asks for sign-in over the page once the session of the person at this browser has ended. */
export function EndedSession() {
  const user = useEndedSession();
  return user ? (
    <Suspense fallback={null}>
      <SignInAgain user={user} />
    </Suspense>
  ) : null;
}
