import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { withPlus } from '@marquee/rules/phone';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { reportError } from '../errors/report-error.ts';
import { Entrance } from './entrance.tsx';
import { intentOf, onward } from './intent.ts';
import { dropChallenge, type KeptChallenge, keepChallenge, keptChallenge } from './kept-challenge.ts';

/** The code of a text message [AUT-08]. */
export function PhoneCodeForm() {
  const [params] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const [challenge, setChallenge] = useState<KeptChallenge | null>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const [resending, setResending] = useState(false);
  const session = params.get('session') ?? challenge?.session ?? '';
  // A + in an address reads as a space.
  const phoneNumber = withPlus((params.get('phone') ?? challenge?.username ?? '').trim());

  useEffect(() => setChallenge(keptChallenge() ?? null), []);

  const refuse = (message: string) => {
    setError(message);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const given = code.replace(/\s/g, '');
    if (given === '') return refuse(ACCOUNT_MESSAGES.codeMissing);
    if (!session) return refuse(ACCOUNT_MESSAGES.sessionExpired);
    setError(undefined);
    setPending(true);
    try {
      const addNewAccount = intentOf(params).addNewAccount ?? false;
      const answer = await client(AuthService).verifyCode({ session, phoneNumber, code: given, addNewAccount });
      dropChallenge();
      window.location.assign(answer.next || '/');
    } catch (thrown) {
      const { message, reason } = refusalOf(thrown);
      const text = message || ACCOUNT_MESSAGES.signInFailed;
      if (!message) reportError('verify-phone', thrown);
      refuse(text);
      const saidInPlace: string[] = [
        ACCOUNT_MESSAGES.codeInvalid,
        ACCOUNT_MESSAGES.codeMissing,
        ACCOUNT_MESSAGES.sessionExpired,
      ];
      if (!saidInPlace.includes(text)) toast({ message: ACCOUNT_MESSAGES.errorTitle, detail: text, tone: 'danger' });
      if (reason === 'CHALLENGE_ENDED') setCode('');
      setPending(false);
    }
  };
  const resend = async () => {
    if (resending) return;
    if (!phoneNumber) {
      toast({ message: ACCOUNT_MESSAGES.resendPhoneMissing, tone: 'danger' });
      return;
    }
    setResending(true);
    try {
      const answer = await client(AuthService).resendChallenge({ session, phoneNumber });
      if (answer.challenge) {
        keepChallenge(answer.challenge, phoneNumber, challenge?.createsAccount ?? false);
        setChallenge(keptChallenge() ?? null);
      }
      setCode('');
      toast({ message: ACCOUNT_MESSAGES.codeSent, tone: 'good' });
    } catch (thrown) {
      reportError('resend-code', thrown);
      toast({ message: ACCOUNT_MESSAGES.codeResendFailed, detail: refusalOf(thrown).message, tone: 'danger' });
    } finally {
      setResending(false);
    }
  };
  return (
    <Entrance
      title="Enter your code"
      lead={
        <>
          We sent a text message to{' '}
          {phoneNumber ? <strong className="font-medium text-ink">{phoneNumber}</strong> : 'your phone'}.
        </>
      }
      below={`The code works for ${CHALLENGE_LIMITS.codeMinutes} minutes and ${CHALLENGE_LIMITS.codeTriesMax} tries.`}
    >
      <form noValidate className="grid gap-6" onSubmit={submit}>
        <TextField
          ref={field}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="tabular tracking-[0.3em]"
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" size="large" pending={pending}>
          Continue
        </Button>
        <Button variant="secondary" size="large" pending={resending} onClick={resend}>
          Send a new code
        </Button>
        {error === ACCOUNT_MESSAGES.sessionExpired ? (
          <LinkButton variant="quiet" to={onward('/sign-in', params)}>
            Start again
          </LinkButton>
        ) : null}
      </form>
    </Entrance>
  );
}
