import { PASSKEY_MESSAGES } from '@marquee/rules/passkeys';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Entrance } from '../auth/entrance.tsx';
import { reportError } from '../errors/report-error.ts';

/** /passkey: where staff set up a passkey by a link that was made for them [AUT-17]. */
export function SetUpByLink() {
  const [token, setToken] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [pending, setPending] = useState(false);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const given = window.location.hash.slice(1);
    // Removes the secret from the address before other scripts can read it.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setToken(given);
    if (!given) setRefused(_(PASSKEY_MESSAGES.linkInvalid));
  }, []);

  const setUp = async () => {
    if (!token) return;
    setPending(true);
    setRefused(undefined);
    const ceremonies = await import('./ceremonies.ts').catch(() => undefined);
    try {
      if (!ceremonies?.hasPasskeys()) throw new Error('this browser has no passkeys');
      window.location.assign(await ceremonies.addPasskeyByLink(token));
    } catch (thrown) {
      setPending(false);
      if (ceremonies?.isCancelled(thrown)) return;
      const { message } = refusalOf(thrown);
      if (!message) reportError('passkey-link', thrown);
      setRefused(message || _('This device could not make a passkey. Please try another device or browser.'));
    }
  };

  return (
    <Entrance
      title={_('Set up your passkey')}
      lead={_(
        'Staff sign in with a passkey: your fingerprint, your face or the PIN of your device. This link works once.',
      )}
    >
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
      {token === '' ? (
        <LinkButton size="large" to="/sign-in">
          {_('Sign in')}
        </LinkButton>
      ) : (
        <Button
          variant="primary"
          size="large"
          pending={pending}
          icon={<KeyRound aria-hidden className="size-5" />}
          onClick={setUp}
        >
          {_('Set up a passkey')}
        </Button>
      )}
    </Entrance>
  );
}
