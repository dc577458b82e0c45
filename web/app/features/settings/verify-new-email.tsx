import { AuthService, type Challenge, EmailChangeState } from '@marquee/contracts/identity/v1/auth_pb';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { refreshCurrentUser } from '../../layout/current-user.ts';
import { LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { dropChallenge, type KeptChallenge, keepChallenge, keptChallenge } from '../auth/kept-challenge.ts';
import { ResendButton } from '../auth/resend-button.tsx';
import { LinkDigits } from '../auth/waiting-for-email.tsx';
import { ChangeExpired } from './change-expired.tsx';
import { CONTACT_TEXTS } from './contact-texts.ts';

/** Waits until the link to a new email was used, here or elsewhere, and continues by itself [AUT-14]. */
export function VerifyNewEmail() {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<KeptChallenge | null>();
  // Also where this tab does not have the challenge: the account has it.
  const [email, setEmail] = useState('');
  const [isEnded, setEnded] = useState(false);
  useEffect(() => setChallenge(keptChallenge() ?? null), []);

  useEmailChange({
    pending: setEmail,
    updated: async () => {
      dropChallenge();
      await refreshCurrentUser();
      toast({ message: _(CONTACT_TEXTS.email.changed), tone: 'good' });
      await navigate('/settings/account');
    },
    ended: () => setEnded(true),
  });

  const startAgain = (
    <LinkButton variant="secondary" size="large" to="/settings/email">
      {_('Start again')}
    </LinkButton>
  );
  if (isEnded) return <ChangeExpired>{startAgain}</ChangeExpired>;
  const address = email || challenge?.username || '';
  const session = challenge?.session ?? '';
  const sent = (again: Challenge) => {
    keepChallenge(again, address, false);
    setChallenge(keptChallenge() ?? null);
  };
  return (
    <div className="grid max-w-xl gap-6">
      <p>
        <Trans
          id={
            address
              ? 'We sent a link to <0>{address}</0>. Open it on this device or on another one: this page continues by itself.'
              : 'We sent a link to your new email. Open it on this device or on another one: this page continues by itself.'
          }
          values={{ address }}
          components={{ 0: <strong className="wrap-anywhere font-medium" /> }}
        />
      </p>
      {challenge === null ? null : (
        <>
          <LinkDigits digits={challenge === undefined ? undefined : challenge.digits || '––'} />
          <ResendButton {...{ session, challenge, sent, startAgain, address }} by="email" />
        </>
      )}
      <LinkButton variant="quiet" to="/settings/email">
        {_('Use another email')}
      </LinkButton>
    </div>
  );
}

type Outcome = { pending: (email: string) => void; updated: () => void; ended: () => void };

/** Asks every 5 seconds what became of the account's change of email. A question that fails is asked again. */
function useEmailChange(outcome: Outcome): void {
  const say = useEffectEvent((name: keyof Outcome, email: string) => outcome[name](email));
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await client(AuthService)
        .checkEmailChangeStatus({})
        .catch(() => undefined);
      if (stopped) return;
      const { status, email = '' } = answer?.emailStatus ?? {};
      if (status === EmailChangeState.UPDATED) return say('updated', email);
      if (status === EmailChangeState.EXPIRED || status === EmailChangeState.NONE) return say('ended', email);
      if (status === EmailChangeState.PENDING) say('pending', email);
      timer = setTimeout(ask, CHALLENGE_LIMITS.pollMs);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
}
