import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS, signInMessage } from '@marquee/rules/challenge';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { reportError } from '../errors/report-error.ts';
import { Entrance } from './entrance.tsx';
import { onward } from './intent.ts';
import { dropChallenge, type KeptChallenge, keepChallenge, keptChallenge } from './kept-challenge.ts';

const ENDED = ['Unauthenticated', 'NotFound', 'FailedPrecondition', 'PermissionDenied', 'InvalidArgument'];

/** The waiting screen: polls every 5 seconds and continues once the link was used, here or elsewhere [AUT-07]. */
export function WaitingForEmail() {
  const [params] = useSearchParams();
  // Read after hydration: the server does not have what the tab stores.
  const [challenge, setChallenge] = useState<KeptChallenge | null>();
  const [ended, setEnded] = useState<string>();
  const [resending, setResending] = useState(false);
  const session = params.get('session') ?? challenge?.session ?? '';
  const userId = params.get('userId') ?? challenge?.userId ?? '';
  const email = params.get('email') ?? challenge?.username ?? '';
  const createsAccount = params.get('createAccount') === '1' || params.get('createAccount') === 'true';

  useEffect(() => setChallenge(keptChallenge() ?? null), []);
  useEffect(() => {
    if (challenge === undefined || ended) return;
    if (!session && !userId) {
      setEnded(ACCOUNT_MESSAGES.attemptExpired);
      return;
    }
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const answer = await client(AuthService).checkEmailVerification({ session, userId });
        if (answer.verified && !stopped) {
          dropChallenge();
          // A new document: all pages are rendered for the new session.
          window.location.assign(answer.next || '/');
          return;
        }
      } catch (thrown) {
        const { code, message } = refusalOf(thrown);
        if (!stopped && ENDED.includes(code)) {
          setEnded(message ? signInMessage(message) : ACCOUNT_MESSAGES.attemptExpired);
          return;
        }
      }
      if (!stopped) timer = setTimeout(ask, CHALLENGE_LIMITS.pollMs);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [challenge, session, userId, ended]);

  const resend = async () => {
    if (resending) return;
    if (!email) {
      toast({ message: ACCOUNT_MESSAGES.resendEmailMissing, tone: 'danger' });
      return;
    }
    setResending(true);
    try {
      const answer = await client(AuthService).resendChallenge({ session, email });
      if (answer.challenge) {
        keepChallenge(answer.challenge, email, createsAccount);
        setChallenge(keptChallenge() ?? null);
      }
      toast({ message: ACCOUNT_MESSAGES.linkSent, tone: 'good' });
    } catch (thrown) {
      reportError('resend-email', thrown);
      toast({ message: ACCOUNT_MESSAGES.emailResendFailed, detail: refusalOf(thrown).message, tone: 'danger' });
    } finally {
      setResending(false);
    }
  };

  if (ended) {
    return (
      <Entrance title="Let’s try that again">
        <Banner tone="danger" urgent>
          {ended}
        </Banner>
        <LinkButton variant="primary" size="large" to={onward(createsAccount ? '/create-account' : '/sign-in', params)}>
          {createsAccount ? 'Create account' : 'Sign in'}
        </LinkButton>
      </Entrance>
    );
  }
  return (
    <Entrance
      title="Check your email"
      lead={
        <>
          We sent a link to {email ? <strong className="font-medium text-ink">{email}</strong> : 'your address'}. Open
          it on this device or on another one: this page goes on by itself.
        </>
      }
      below="The link works once and for 30 minutes. Nothing there? Look in the spam folder, or ask for a new one."
    >
      <div className="grid justify-items-center gap-3 rounded-panel bg-surface p-6 text-center shadow-lit">
        <p className="text-ink-muted text-small">If you open the link on another device, enter there:</p>
        {challenge === undefined ? (
          <Skeleton className="h-14 w-24" />
        ) : (
          <p className="tabular font-title text-display" data-testid="digits">
            <span className="sr-only">Digits: </span>
            {challenge?.digits ?? '––'}
          </p>
        )}
        <p className="flex items-center gap-2 text-ink-muted text-small" role="status">
          <Spinner /> Waiting for you to use the link
        </p>
      </div>
      <Button variant="secondary" size="large" pending={resending} onClick={resend}>
        Send a new link
      </Button>
    </Entrance>
  );
}
