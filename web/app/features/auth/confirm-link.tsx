import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { InspectLinkResponse } from '@marquee/contracts/identity/v1/auth_pb';
import { AuthService, LinkPurpose } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { formatMoment } from '../../language/format.ts';
import { _, type Message, msg, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Entrance } from './entrance.tsx';

type State =
  | { at: 'reading' }
  | { at: 'asking'; token: string; link: InspectLinkResponse }
  | { at: 'done'; purpose: LinkPurpose }
  | { at: 'refused'; message: string; reason?: string };

/**
 * The page of a mailed link. Opening it changes nothing, so that a mail scanner cannot use it: a person presses
 * the button, and on another device enters the two digits of the waiting screen [AUT-19] [AUT-20].
 */
export function ConfirmLink() {
  const [state, setState] = useState<State>({ at: 'reading' });
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
    // Removes the secret from the address before other scripts can read it.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (!token) {
      setState({ at: 'refused', message: _(ACCOUNT_MESSAGES.linkInvalid) });
      return;
    }
    client(AuthService)
      .inspectLink({ token })
      .then(
        (link) => setState({ at: 'asking', token, link }),
        (thrown) => setState(refusedBy(thrown)),
      );
  }, []);

  if (state.at === 'reading') {
    return (
      <Entrance title={_('Sign in')}>
        <Skeleton className="h-40" />
      </Entrance>
    );
  }
  if (state.at === 'refused') {
    return (
      <Entrance title={_(REFUSED_TITLES[state.reason ?? ''] ?? 'This link did not work')}>
        <Banner tone="danger" urgent>
          {state.message}
        </Banner>
        <LinkButton variant="primary" size="large" to="/sign-in">
          {_('Sign in')}
        </LinkButton>
      </Entrance>
    );
  }
  if (state.at === 'done') {
    return (
      <Entrance {...doneWords(state.purpose)}>
        {undoes(state.purpose) ? (
          <LinkButton variant="primary" size="large" to="/sign-in">
            {_('Sign in')}
          </LinkButton>
        ) : (
          <LinkButton variant="secondary" size="large" to="/">
            {_('Go to Marquee')}
          </LinkButton>
        )}
      </Entrance>
    );
  }
  return (
    <AskToConfirm
      {...state}
      done={() => setState({ at: 'done', purpose: state.link.purpose })}
      refused={(thrown) => setState(refusedBy(thrown))}
    />
  );
}

/** The link takes back a change that its reader did not ask for: there is no other device to compare with. */
const undoes = (purpose: LinkPurpose) => purpose === LinkPurpose.UNDO_EMAIL || purpose === LinkPurpose.UNDO_PHONE;

function doneWords(purpose: LinkPurpose): { title: string; lead: string } {
  if (undoes(purpose)) {
    return {
      title: _('Taken back'),
      lead: _(
        'Your account has the email and phone number that it had, and is signed out everywhere. Sign in, then look at your passkeys.',
      ),
    };
  }
  if (purpose === LinkPurpose.CHANGE_EMAIL) {
    return { title: _('Confirmed'), lead: _('The account has this email now. You can close this page.') };
  }
  return {
    title: _('Confirmed'),
    lead: _('Go back to the other device: it is signed in now. You can close this page.'),
  };
}

const REFUSED_TITLES: Record<string, Message> = {
  LINK_USED: msg('This link was used'),
  LINK_REPLACED: msg('There is a newer email'),
};

function refusedBy(thrown: unknown): State {
  const { message, reason } = refusalOf(thrown);
  return { at: 'refused', message: worded(message) || _(ACCOUNT_MESSAGES.signInFailed), reason };
}

type AskProps = { token: string; link: InspectLinkResponse; done: () => void; refused: (thrown: unknown) => void };

function AskToConfirm({ token, link, done, refused }: AskProps) {
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (asksDigits && !/^\d{2}$/.test(digits.trim())) {
      setError(_(ACCOUNT_MESSAGES.digitsMissing));
      return;
    }
    setPending(true);
    try {
      const answer = await client(AuthService).confirmLink({ token, digits: digits.trim() });
      if (answer.user) window.location.assign(answer.next || '/');
      else done();
    } catch (thrown) {
      refused(thrown);
    }
  };
  const asksDigits = !link.sameBrowser && !undoes(link.purpose);
  const startedAt = link.startedAt ? formatMoment(timestampDate(link.startedAt)) : '';
  return (
    <Entrance {...greetingOf(link)}>
      <form noValidate className="grid gap-6" onSubmit={submit}>
        {link.sameBrowser ? null : (
          <>
            <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-panel bg-surface p-6 text-small shadow-lit">
              <dt className="text-ink-muted">{_('Device')}</dt>
              <dd>{link.device}</dd>
              <dt className="text-ink-muted">{_('Place')}</dt>
              <dd>{link.place}</dd>
              <dt className="text-ink-muted">{_('Time')}</dt>
              <dd>{startedAt}</dd>
            </dl>
            {asksDigits ? (
              <TextField
                label={_('The two digits that the other screen shows')}
                hint={_('One wrong entry ends this sign-in.')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={2}
                className="tabular w-28 text-center tracking-[0.3em]"
                value={digits}
                error={error}
                onChange={(event) => {
                  setDigits(event.target.value);
                  setError(undefined);
                }}
              />
            ) : null}
          </>
        )}
        <Button type="submit" variant="primary" size="large" pending={pending}>
          {buttonWords(link)}
        </Button>
      </form>
    </Entrance>
  );
}

/** With word joiners, because a line may end behind an ellipsis. */
const inOneLine = (masked: string) => masked.replaceAll('…', '\u2060…\u2060');

function buttonWords({ sameBrowser, createsAccount, purpose }: InspectLinkResponse): string {
  if (undoes(purpose)) return _('Take the change back');
  return sameBrowser && !createsAccount && purpose !== LinkPurpose.CHANGE_EMAIL ? _('Sign in') : _('Confirm');
}

function greetingOf({ sameBrowser, createsAccount, account: masked, purpose }: InspectLinkResponse) {
  const account = inOneLine(masked);
  if (undoes(purpose)) {
    return {
      title:
        purpose === LinkPurpose.UNDO_EMAIL
          ? _('Was your email changed by somebody else?')
          : _('Was your phone number changed by somebody else?'),
      lead: _(
        'Your account gets the email and phone number that it had, and is signed out everywhere. Nothing to do if you changed it yourself.',
      ),
    };
  }
  if (purpose === LinkPurpose.CHANGE_EMAIL) {
    return {
      title: _('Is this your new email?'),
      lead: sameBrowser
        ? _('Confirm that {account} is yours. From then on you sign in with it.', { account })
        : _('Somebody asked to give their account the email {account}. Continue only if that was you.', { account }),
    };
  }
  if (!sameBrowser) {
    return {
      title: _('Is this you?'),
      lead: createsAccount
        ? _('Somebody asked to create an account for {account} on another device. Continue only if that was you.', {
            account,
          })
        : _('Somebody asked to sign in as {account} on another device. Continue only if that was you.', { account }),
    };
  }
  return createsAccount
    ? { title: _('Welcome'), lead: _('Confirm that {account} is yours, and your account is there.', { account }) }
    : { title: _('Welcome back'), lead: _('Sign in as {account}.', { account }) };
}
