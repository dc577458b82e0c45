import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { AuthService, type Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { signInMessage } from '@marquee/rules/challenge';
import { useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { Trans } from '../../language/trans.tsx';
import { _, msg } from '../../language/words.ts';
import { dismissEndedSession, renewSession } from '../../layout/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { reportError } from '../errors/report-error.ts';
import { CodeForm } from './code-form.tsx';
import { type KeptChallenge, toKept } from './kept-challenge.ts';
import { ResendButton } from './resend-button.tsx';
import { useLinkWait } from './use-link-wait.ts';
import { LinkDigits } from './waiting-for-email.tsx';

const SENT = {
  email: msg('We sent a link to <0>{address}</0>.'),
  phoneNumber: msg('We sent a code to <0>{address}</0>.'),
};
const SENDS = {
  email: msg('We send a link to <0>{address}</0>.'),
  phoneNumber: msg('We send a code to <0>{address}</0>.'),
};

/**
 * Asks for sign-in over the page of somebody whose session ended elsewhere. The page stays as it is, so that what was
 * typed is kept and what was refused can be pressed again.
 */
export function SignInAgain({ user }: { user: User }) {
  const [challenge, setChallenge] = useState<KeptChallenge>();
  const [refused, setRefused] = useState<string>();
  const [pending, during] = usePending();
  const by = user.email ? 'email' : 'phoneNumber';
  const address = user.email || user.phone;

  const start = () =>
    during(async () => {
      setRefused(undefined);
      try {
        const { challenge: started } = await client(AuthService).startSignIn({ [by]: address });
        if (!started) throw new Error('the answer to a sign-in has no challenge');
        setChallenge(toKept(started, address, false));
      } catch (thrown) {
        const { message } = refusalOf(thrown);
        if (!message) reportError('sign-in-again', thrown);
        setRefused(signInMessage(message));
      }
    });
  const verified = () => {
    renewSession();
    toast({
      message: _('You are signed in again. Your page is as you left it; please repeat your last step.'),
      tone: 'good',
    });
  };
  const again = (message?: string) => {
    setChallenge(undefined);
    setRefused(message);
  };
  useLinkWait(by === 'email' ? challenge : undefined, { verified, ended: again });

  const sent = (resent: Challenge) => setChallenge(toKept(resent, address, false));
  const startAgain = (
    <Button variant="secondary" size="large" onClick={() => again()}>
      {_('Start again')}
    </Button>
  );
  const resend = challenge ? (
    <ResendButton {...{ by, address, challenge, sent, startAgain }} session={challenge.session} />
  ) : null;
  return (
    <Dialog
      title={_('Please sign in again')}
      description={_(
        'Your session has ended. Your page stays as it is: what you typed is still there after you sign in.',
      )}
      open
      onOpenChange={(open) => {
        if (!open) dismissEndedSession();
      }}
    >
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
      <p className="wrap-anywhere">
        <Trans
          id={challenge ? SENT[by] : SENDS[by]}
          values={{ address }}
          components={{ 0: <strong className="font-medium" /> }}
        />
      </p>
      {challenge ? null : (
        <Button variant="primary" size="large" pending={pending} onClick={start}>
          {by === 'email' ? _('Send me a link') : _('Send me a code')}
        </Button>
      )}
      {challenge && by === 'email' ? (
        <>
          <LinkDigits digits={challenge.digits} />
          {resend}
        </>
      ) : null}
      {challenge && by === 'phoneNumber' ? (
        <CodeForm
          key={challenge.resendAt}
          session={challenge.session}
          phoneNumber={address}
          addNewAccount={false}
          verified={verified}
        >
          {() => resend}
        </CodeForm>
      ) : null}
    </Dialog>
  );
}
