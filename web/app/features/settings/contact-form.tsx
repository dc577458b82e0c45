import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CONTACT_MESSAGES } from '@marquee/rules/contact';
import { COUNTRY_DEFAULT, countryOf, dialCodeOf } from '@marquee/rules/countries';
import { isEmail, normalizeEmail } from '@marquee/rules/email';
import { isPhone, normalizePhone } from '@marquee/rules/phone';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { countries } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { keepChallenge } from '../auth/kept-challenge.ts';
import { StepUpCancelled, useStepUp } from '../passkeys/step-up.tsx';
import { CONTACT_TEXTS, type ContactKind } from './contact-texts.ts';

const dialCodes = () =>
  countries().map(({ code, name, dialCode }) => ({ value: code, label: `${name} (+${dialCode})` }));
const ACCOUNT = '/settings/account';

/** Asks for a new email or phone number, which is proven on the next screen [SET-04] [AUT-14]. */
export function ContactForm({ kind, now, home }: { kind: ContactKind; now: string; home: string }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [country, setCountry] = useState(countryOf(home) ? home : COUNTRY_DEFAULT);
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [pending, during] = usePending();
  const { confirmed, prompt } = useStepUp();
  const { already, asked, failed } = CONTACT_TEXTS[kind];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = kind === 'email' ? normalizeEmail(typed) : normalizePhone(typed, dialCodeOf(country));
    const problem = problemOf(kind, typed.trim(), address);
    setRefused(undefined);
    setError(problem);
    if (problem) return field.current?.focus();
    return during(async () => {
      try {
        const { challenge, next } = await confirmed(() => client(ProfileService).updateProfile({ [kind]: address }));
        if (challenge) {
          keepChallenge(challenge, address, false);
          return await navigate(next);
        }
        toast({ message: _(already), tone: 'neutral' });
        await navigate(ACCOUNT);
      } catch (thrown) {
        if (!(thrown instanceof StepUpCancelled)) setRefused(messageOf(thrown, _(CONTACT_MESSAGES.tryLater)));
      }
    });
  };
  return (
    <form noValidate className="grid max-w-xl gap-6" onSubmit={submit}>
      <TextField
        ref={field}
        label={_(asked)}
        hint={now ? _('Now: {now}. We tell you there when it is changed.', { now }) : undefined}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      {kind === 'phone' && !typed.trim().startsWith('+') ? (
        <Select
          label={_('Country of the number')}
          options={dialCodes()}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
        />
      ) : null}
      {refused ? (
        <Banner tone="danger" urgent>
          <strong className="block font-medium">{failed}</strong>
          {refused}
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="large" pending={pending}>
          {kind === 'email' ? _('Send a link') : _('Send a code')}
        </Button>
        <LinkButton variant="quiet" size="large" to={ACCOUNT}>
          {_('Cancel')}
        </LinkButton>
      </div>
      {prompt}
    </form>
  );
}

function problemOf(kind: ContactKind, typed: string, address: string): string | undefined {
  if (kind === 'email') {
    if (typed === '') return _(ACCOUNT_MESSAGES.emailMissing);
    return isEmail(address) ? undefined : _(ACCOUNT_MESSAGES.emailInvalid);
  }
  return isPhone(address) ? undefined : _(ACCOUNT_MESSAGES.phoneInvalid);
}
