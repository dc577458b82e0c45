import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS, signInMessage } from '@marquee/rules/challenge';
import { useEffect, useEffectEvent } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';

const ENDED = ['Unauthenticated', 'NotFound', 'FailedPrecondition', 'PermissionDenied', 'InvalidArgument'];

type Outcome = {
  /** The link was used, here or elsewhere, and this browser is signed in; where it goes by AUT-10. */
  verified: (next: string) => void;
  ended: (message: string) => void;
};

/** Asks every 5 seconds whether the link of this challenge was used [AUT-07]; undefined asks nothing. */
export function useLinkWait(name: { session: string; userId: string } | undefined, outcome: Outcome): void {
  const verified = useEffectEvent(outcome.verified);
  const ended = useEffectEvent(outcome.ended);
  const { session, userId } = name ?? {};
  useEffect(() => {
    if (session === undefined || userId === undefined) return;
    if (!session && !userId) return ended(_(ACCOUNT_MESSAGES.attemptExpired));
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const answer = await client(AuthService).checkEmailVerification({ session, userId });
        if (answer.verified && !stopped) return verified(answer.next || '/');
      } catch (thrown) {
        const { code, message } = refusalOf(thrown);
        if (!stopped && ENDED.includes(code)) {
          return ended(message ? signInMessage(message) : _(ACCOUNT_MESSAGES.attemptExpired));
        }
      }
      if (!stopped) timer = setTimeout(ask, CHALLENGE_LIMITS.pollMs);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [session, userId]);
}
