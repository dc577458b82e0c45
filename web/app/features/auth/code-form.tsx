import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { reportError } from '../errors/report-error.ts';
import { CodeField, isWholeCode } from './code-field.tsx';

type Props = {
  session: string;
  phoneNumber: string;
  addNewAccount: boolean;
  verified: (next: string) => void;
  /** What stands below the button. */
  children: (error: string | undefined) => ReactNode;
};

/** Signs in by the code of a text message [AUT-08]. */
export function CodeForm({ session, phoneNumber, addNewAccount, verified, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  useEffect(() => field.current?.focus(), []);

  const refuse = (message: string) => {
    setError(message);
    field.current?.focus();
    // The next digit begins a new code.
    field.current?.select();
  };
  const verify = async (given: string) => {
    if (given === '') return refuse(_(ACCOUNT_MESSAGES.codeMissing));
    if (!session) return refuse(_(ACCOUNT_MESSAGES.sessionExpired));
    setError(undefined);
    setPending(true);
    try {
      const answer = await client(AuthService).verifyCode({ session, phoneNumber, code: given, addNewAccount });
      verified(answer.next || '/');
    } catch (thrown) {
      const { message } = refusalOf(thrown);
      const text = message || _(ACCOUNT_MESSAGES.signInFailed);
      if (!message) reportError('verify-phone', thrown);
      refuse(text);
      const saidInPlace: string[] = [
        _(ACCOUNT_MESSAGES.codeInvalid),
        _(ACCOUNT_MESSAGES.codeReplaced),
        _(ACCOUNT_MESSAGES.codeMissing),
        _(ACCOUNT_MESSAGES.sessionExpired),
      ];
      if (!saidInPlace.includes(text)) toast({ message: _(ACCOUNT_MESSAGES.errorTitle), detail: text, tone: 'danger' });
      setPending(false);
    }
  };
  /** Sends itself once it is whole; a caret that moves over the space between the groups changes nothing. */
  const change = (next: string) => {
    if (next === code) return;
    setCode(next);
    setError(undefined);
    if (isWholeCode(next)) void verify(next);
  };
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void verify(code);
      }}
    >
      <CodeField field={field} code={code} change={change} error={error} readOnly={pending} />
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {_('Continue')}
      </Button>
      {children(error)}
    </form>
  );
}
