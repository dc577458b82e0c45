import type { Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { withPlus } from '@marquee/rules/phone';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LinkButton } from '../../ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';
import { intentOf, startPath } from './intent.ts';
import { dropChallenge, type KeptChallenge, keepChallenge, keptChallenge } from './kept-challenge.ts';
import { ResendButton } from './resend-button.tsx';

/** The code of a text message [AUT-08]. */
export function PhoneCodeForm() {
  const [params] = useSearchParams();
  const [challenge, setChallenge] = useState<KeptChallenge | null>();
  const session = params.get('session') ?? challenge?.session ?? '';
  // A + in an address reads as a space.
  const phoneNumber = withPlus((params.get('phone') ?? challenge?.username ?? '').trim());

  useEffect(() => setChallenge(keptChallenge() ?? null), []);

  const sent = (again: Challenge) => {
    keepChallenge(again, phoneNumber, challenge?.createsAccount ?? false);
    setChallenge(keptChallenge() ?? null);
  };
  const startAgain = (
    <LinkButton variant="secondary" size="large" to={startPath(params)}>
      Start again
    </LinkButton>
  );
  return (
    <Entrance
      title="Enter your code"
      lead={
        <>
          We sent a text message to{' '}
          {phoneNumber ? <strong className="font-medium text-ink">{phoneNumber}</strong> : 'your phone'}.
        </>
      }
      below={`The code works for ${CHALLENGE_LIMITS.codeMinutes} minutes and ${CHALLENGE_LIMITS.codeTriesMax} tries.`}
    >
      {/* A new code begins with an empty field. */}
      <CodeForm
        key={challenge?.resendAt}
        session={session}
        phoneNumber={phoneNumber}
        addNewAccount={intentOf(params).addNewAccount ?? false}
        verified={(next) => {
          dropChallenge();
          window.location.assign(next);
        }}
      >
        {(error) => (
          <>
            <ResendButton {...{ session, challenge, sent, startAgain }} by="phoneNumber" address={phoneNumber} />
            <LinkButton variant="quiet" to={startPath(params)}>
              {error === ACCOUNT_MESSAGES.sessionExpired ? 'Start again' : 'Use another number'}
            </LinkButton>
          </>
        )}
      </CodeForm>
    </Entrance>
  );
}
