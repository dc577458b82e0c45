import { signInMessage } from '@marquee/rules/challenge';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { refusalOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { intentOf } from '../auth/intent.ts';
import { reportError } from '../errors/report-error.ts';

/** Signs in with a passkey of this site, whatever account it is of [AUT-17]. */
export function SignInWithPasskey() {
  const [params] = useSearchParams();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string>();

  const signIn = async () => {
    setPending(true);
    setRefused(undefined);
    const ceremonies = await import('./ceremonies.ts').catch(() => undefined);
    try {
      if (!ceremonies) throw new Error('the code of passkeys did not load');
      if (!ceremonies.hasPasskeys()) {
        setRefused(_('This browser has no passkeys. Please sign in with a link or a code.'));
        setPending(false);
        return;
      }
      window.location.assign(await ceremonies.signInWithPasskey(intentOf(params)));
    } catch (thrown) {
      setPending(false);
      if (ceremonies?.isCancelled(thrown)) return;
      const { message } = refusalOf(thrown);
      if (!message) reportError('passkey-sign-in', thrown);
      setRefused(signInMessage(message));
    }
  };

  return (
    <div className="grid gap-4">
      <div
        aria-hidden
        className="flex items-center gap-4 text-ink-muted text-small before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {_('or')}
      </div>
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
      <Button size="large" pending={pending} icon={<KeyRound aria-hidden className="size-5" />} onClick={signIn}>
        {_('Sign in with a passkey')}
      </Button>
    </div>
  );
}
