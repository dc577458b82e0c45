import type { Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Entrance } from './entrance.tsx';
import { startPath } from './intent.ts';
import { dropChallenge, type KeptChallenge, keepChallenge, keptChallenge } from './kept-challenge.ts';
import { ResendButton } from './resend-button.tsx';
import { useLinkWait } from './use-link-wait.ts';

/** The waiting screen: polls every 5 seconds and continues once the link was used, here or elsewhere [AUT-07]. */
export function WaitingForEmail() {
  const [params] = useSearchParams();
  // Read after hydration: the server does not have what the tab stores.
  const [challenge, setChallenge] = useState<KeptChallenge | null>();
  const [ended, setEnded] = useState<string>();
  const session = params.get('session') ?? challenge?.session ?? '';
  const userId = params.get('userId') ?? challenge?.userId ?? '';
  const email = params.get('email') ?? challenge?.username ?? '';
  const createsAccount = params.get('createAccount') === '1' || params.get('createAccount') === 'true';

  useEffect(() => setChallenge(keptChallenge() ?? null), []);
  useLinkWait(challenge === undefined || ended ? undefined : { session, userId }, {
    verified: (next) => {
      dropChallenge();
      // A new document: all pages are rendered for the new session.
      window.location.assign(next);
    },
    ended: setEnded,
  });

  const sent = (again: Challenge) => {
    keepChallenge(again, email, createsAccount);
    setChallenge(keptChallenge() ?? null);
  };
  const startAgain = (
    <LinkButton variant="secondary" size="large" to={startPath(params)}>
      {_('Start again')}
    </LinkButton>
  );

  if (ended) {
    return (
      <Entrance title={_('Let’s try that again')}>
        <Banner tone="danger" urgent>
          {ended}
        </Banner>
        <LinkButton variant="primary" size="large" to={startPath(params)}>
          {createsAccount ? _('Create account') : _('Sign in')}
        </LinkButton>
      </Entrance>
    );
  }
  return (
    <Entrance
      title={_('Check your email')}
      lead={
        <Trans
          id={
            email
              ? 'We sent a link to <0>{email}</0>. Open it on this device or on another one: this page continues by itself.'
              : 'We sent a link to your address. Open it on this device or on another one: this page continues by itself.'
          }
          values={{ email }}
          components={{ 0: <strong className="font-medium text-ink" /> }}
        />
      }
      below={_('The link works once and for 30 minutes. Nothing there? Look in the spam folder, or ask for a new one.')}
    >
      <LinkDigits digits={challenge === undefined ? undefined : (challenge?.digits ?? '––')} />
      <ResendButton {...{ session, challenge, sent, startAgain }} by="email" address={email} />
      <LinkButton variant="quiet" to={startPath(params)}>
        {_('Use another email')}
      </LinkButton>
    </Entrance>
  );
}

/** The two digits that a link on another device asks for; a placeholder until they are known [AUT-20]. */
export function LinkDigits({ digits }: { digits: string | undefined }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-panel bg-surface p-6 text-center shadow-lit">
      <p className="text-ink-muted text-small">{_('If you open the link on another device, enter there:')}</p>
      {digits === undefined ? (
        <Skeleton className="h-14 w-24" />
      ) : (
        <p className="tabular font-title text-display" data-testid="digits">
          <span className="sr-only">{_('Digits:')} </span>
          {digits}
        </p>
      )}
      <p className="flex items-center gap-2 text-ink-muted text-small" role="status">
        <Spinner /> {_('Waiting for you to use the link')}
      </p>
    </div>
  );
}
