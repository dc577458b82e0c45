import type { Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { withPlus } from '@marquee/rules/phone';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
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
      {_('Start again')}
    </LinkButton>
  );
  return (
    <Entrance
      title={_('Enter your code')}
      lead={
        <Trans
          id={phoneNumber ? 'We sent a text message to <0>{phoneNumber}</0>.' : 'We sent a text message to your phone.'}
          values={{ phoneNumber }}
          components={{ 0: <strong className="font-medium text-ink" /> }}
        />
      }
      below={_('The code works for {codeMinutes} minutes and {codeTriesMax} tries.', {
        codeMinutes: CHALLENGE_LIMITS.codeMinutes,
        codeTriesMax: CHALLENGE_LIMITS.codeTriesMax,
      })}
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
              {error === _(ACCOUNT_MESSAGES.sessionExpired) ? _('Start again') : _('Use another number')}
            </LinkButton>
          </>
        )}
      </CodeForm>
    </Entrance>
  );
}
