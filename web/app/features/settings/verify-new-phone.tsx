import type { Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { isPhone } from '@marquee/rules/phone';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { refreshCurrentUser } from '../../layout/current-user.ts';
import { LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeForm } from '../auth/code-form.tsx';
import { dropChallenge, type KeptChallenge, keepChallenge, keptChallenge } from '../auth/kept-challenge.ts';
import { ResendButton } from '../auth/resend-button.tsx';
import { ChangeExpired } from './change-expired.tsx';
import { CONTACT_TEXTS } from './contact-texts.ts';

/** The code that was sent to a new phone number [AUT-14]. */
export function VerifyNewPhone() {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<KeptChallenge | null>();
  useEffect(() => {
    const kept = keptChallenge();
    // What waits may be a link to a new email.
    setChallenge(kept && isPhone(kept.username) ? kept : null);
  }, []);
  const session = challenge?.session ?? '';
  const phoneNumber = challenge?.username ?? '';

  const verified = async (next: string) => {
    dropChallenge();
    await refreshCurrentUser();
    toast({ message: _(CONTACT_TEXTS.phone.changed), tone: 'good' });
    await navigate(next);
  };
  const sent = (again: Challenge) => {
    keepChallenge(again, phoneNumber, false);
    setChallenge(keptChallenge() ?? null);
  };
  const startAgain = (
    <LinkButton variant="secondary" size="large" to="/settings/phone">
      {_('Start again')}
    </LinkButton>
  );
  if (challenge === null) return <ChangeExpired>{startAgain}</ChangeExpired>;
  return (
    <div className="grid max-w-xl gap-6">
      <p>
        <Trans
          id={
            phoneNumber
              ? 'We sent a text message to <0>{phoneNumber}</0>. The code works for {codeMinutes} minutes and {codeTriesMax} tries.'
              : 'We sent a text message to your new number. The code works for {codeMinutes} minutes and {codeTriesMax} tries.'
          }
          values={{
            phoneNumber,
            codeMinutes: CHALLENGE_LIMITS.codeMinutes,
            codeTriesMax: CHALLENGE_LIMITS.codeTriesMax,
          }}
          components={{ 0: <strong className="font-medium" /> }}
        />
      </p>
      {/* A new code begins with an empty field. */}
      <CodeForm
        key={challenge?.resendAt}
        {...{ session, phoneNumber }}
        addNewAccount={false}
        verified={(next) => void verified(next)}
      >
        {() => (
          <>
            <ResendButton {...{ session, challenge, sent, startAgain }} by="phoneNumber" address={phoneNumber} />
            <LinkButton variant="quiet" to="/settings/phone">
              {_('Use another number')}
            </LinkButton>
          </>
        )}
      </CodeForm>
    </div>
  );
}
