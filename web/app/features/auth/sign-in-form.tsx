import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { saysNoAccount, signInMessage } from '@marquee/rules/challenge';
import { dialCodeOf } from '@marquee/rules/countries';
import { isEmail, normalizeEmail } from '@marquee/rules/email';
import { isPhone, normalizePhone } from '@marquee/rules/phone';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { countries } from '../../language/names.ts';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { keepDraft, readDraft } from '../../ui/draft.ts';
import { Select, TextField } from '../../ui/field.tsx';
import { reportError } from '../errors/report-error.ts';
import { SignInWithPasskey } from '../passkeys/sign-in-with-passkey.tsx';
import { intentOf, onward } from './intent.ts';
import { keepChallenge, type StartingForm, waitingPath } from './kept-challenge.ts';

const dialCodes = () =>
  countries().map(({ code, name, dialCode }) => ({ value: code, label: `${name} (+${dialCode})` }));
const DRAFT: StartingForm = 'sign-in';
const looksLikePhone = (text: string) => /^[\s(+\d]/.test(text) && !text.includes('@');

/** One of both is empty. */
type Address = { email: string; phoneNumber: string };

/** One field for an email or a phone number, or an email alone [AUT-01] [AUT-02] [AUT-15]. */
export function SignInForm({
  emailOnly = false,
  onUnregistered,
}: {
  emailOnly?: boolean;
  /** Whether the form offers to create an account now, so that the page around it need not. */
  onUnregistered?: (unregistered: boolean) => void;
}) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [country, setCountry] = useState('US');
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [unregistered, setAddress] = useState<Address>();
  const setUnregistered = (address: Address | undefined) => {
    setAddress(address);
    onUnregistered?.(address !== undefined);
  };
  const [pending, during] = usePending();
  const asksForDialCode = !emailOnly && looksLikePhone(typed.trim()) && !typed.trim().startsWith('+');

  // After hydration: the server does not have what the tab keeps.
  useEffect(() => {
    const kept = readDraft(DRAFT);
    if (typeof kept?.typed !== 'string' || (emailOnly && looksLikePhone(kept.typed))) return;
    setTyped(kept.typed);
    setCountry(String(kept.country));
  }, [emailOnly]);

  const check = (): Address | string => {
    const text = typed.trim();
    if (text === '') return emailOnly ? _(ACCOUNT_MESSAGES.emailMissing) : _(ACCOUNT_MESSAGES.emailOrPhoneMissing);
    if (isEmail(text)) return { email: normalizeEmail(text), phoneNumber: '' };
    if (emailOnly) return _(ACCOUNT_MESSAGES.emailInvalid);
    const phoneNumber = normalizePhone(text, dialCodeOf(country));
    if (isPhone(phoneNumber)) return { email: '', phoneNumber };
    return looksLikePhone(text) ? _(ACCOUNT_MESSAGES.phoneInvalid) : _(ACCOUNT_MESSAGES.emailInvalid);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = check();
    setRefused(undefined);
    setError(typeof given === 'string' ? given : undefined);
    if (typeof given === 'string') {
      field.current?.focus();
      return;
    }
    return during(async () => {
      try {
        const intent = intentOf(params);
        const { fromLaunchFestival = false, getStart = false } = intent;
        const launch = given.email && (fromLaunchFestival || getStart);
        const { challenge } = launch
          ? await client(AuthService).startLaunchSignIn({ email: given.email, fromLaunchFestival, getStart, intent })
          : await client(AuthService).startSignIn({ ...given, intent });
        if (!challenge) throw new Error('the answer to a sign-in has no challenge');
        keepChallenge(challenge, given.email || given.phoneNumber, false);
        await navigate(
          onward(waitingPath(challenge, intent), params, { session: challenge.session, userId: challenge.userId }),
        );
      } catch (thrown) {
        const { message } = refusalOf(thrown);
        if (saysNoAccount(message)) setUnregistered(given);
        else {
          if (!message) reportError('sign-in', thrown);
          setRefused(signInMessage(message));
        }
      }
    });
  };

  if (unregistered) return <NotRegistered address={unregistered} back={() => setUnregistered(undefined)} />;
  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <TextField
        ref={field}
        label={emailOnly ? _('Email') : _('Email or phone')}
        type={emailOnly ? 'email' : 'text'}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          keepDraft(DRAFT, { typed: event.target.value, country });
          setError(undefined);
        }}
      />
      {asksForDialCode ? (
        <Select
          label={_('Country of the number')}
          options={dialCodes()}
          value={country}
          onChange={(event) => {
            setCountry(event.target.value);
            keepDraft(DRAFT, { typed, country: event.target.value });
          }}
        />
      ) : null}
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {_('Continue')}
      </Button>
      {emailOnly ? null : <SignInWithPasskey />}
    </form>
  );
}

/** The state that offers account creation after an email or phone without an account [AUT-11]. */
function NotRegistered({ address, back }: { address: Address; back: () => void }) {
  const [params] = useSearchParams();
  const { email, phoneNumber } = address;
  const text = useRef<HTMLParagraphElement>(null);
  // The field that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="grid gap-6">
      <p ref={text} tabIndex={-1} className="text-body outline-none">
        <Trans
          id={
            email
              ? '<0>{address}</0> is not registered yet. Create an account with it, or try another address.'
              : '<0>{address}</0> is not registered yet. Create an account with it, or try another number.'
          }
          values={{ address: email || phoneNumber || '' }}
          components={{ 0: <strong className="font-medium" /> }}
        />
      </p>
      <LinkButton variant="primary" size="large" to={onward('/create-account', params)} state={address}>
        {_('Create account')}
      </LinkButton>
      <Button variant="quiet" onClick={back}>
        {_('Use another email or phone')}
      </Button>
    </div>
  );
}
