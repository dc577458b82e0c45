import { AuthService, type Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _, msg, worded } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { reportError } from '../errors/report-error.ts';
import type { KeptChallenge } from './kept-challenge.ts';

const TEXTS = {
  email: {
    send: msg('Send a new link'),
    wait: msg('You can ask for a new link in {inWords}.'),
    sent: ACCOUNT_MESSAGES.linkSent,
    failed: ACCOUNT_MESSAGES.emailResendFailed,
    missing: ACCOUNT_MESSAGES.resendEmailMissing,
    usedUp: ACCOUNT_MESSAGES.linkResendsUsedUp,
    source: 'resend-email',
  },
  phoneNumber: {
    send: msg('Send a new code'),
    wait: msg('You can ask for a new code in {inWords}.'),
    sent: ACCOUNT_MESSAGES.codeSent,
    failed: ACCOUNT_MESSAGES.codeResendFailed,
    missing: ACCOUNT_MESSAGES.resendPhoneMissing,
    usedUp: ACCOUNT_MESSAGES.codeResendsUsedUp,
    source: 'resend-code',
  },
} as const;

type Props = {
  by: keyof typeof TEXTS;
  session: string;
  address: string;
  challenge: KeptChallenge | null | undefined;
  sent: (challenge: Challenge) => void;
  /** What is offered once it was sent as often as it may be. */
  startAgain: ReactNode;
};

/** Sends a link or code again, and says from when on it may, or why it may not [AUT-09]. */
export function ResendButton({ by, session, address, challenge, sent, startAgain }: Props) {
  const texts = TEXTS[by];
  const [resending, setResending] = useState(false);
  const [refusedUntil, setRefusedUntil] = useState(0);
  const [refusedForGood, setRefusedForGood] = useState(false);
  const waitS = useSecondsUntil(Math.max(challenge?.resendAt ?? 0, refusedUntil));
  const waitId = useId();

  const resend = async () => {
    if (waitS > 0) return;
    if (!address) {
      toast({ message: _(texts.missing), tone: 'danger' });
      return;
    }
    setResending(true);
    try {
      const answer = await client(AuthService).resendChallenge({ session, [by]: address });
      if (answer.challenge) sent(answer.challenge);
      toast({ message: _(texts.sent), tone: 'good' });
    } catch (thrown) {
      reportError(texts.source, thrown);
      const { message, metadata, reason } = refusalOf(thrown);
      setRefusedForGood(reason === 'RESENDS_USED_UP');
      setRefusedUntil(Date.now() + Number(metadata.retryAfterS ?? 0) * 1_000);
      toast({ message: _(texts.failed), ...(message !== texts.failed && { detail: worded(message) }), tone: 'danger' });
    } finally {
      setResending(false);
    }
  };

  if (refusedForGood || challenge?.resendsUsedUp) {
    return (
      <div className="grid gap-3 text-center">
        <p className="text-ink-muted text-small">{_(texts.usedUp)}</p>
        {startAgain}
      </div>
    );
  }
  return (
    <div className="grid gap-2 text-center">
      {/* Not disabled: a button that has the focus keeps it. */}
      <Button
        variant="secondary"
        size="large"
        pending={resending}
        onClick={resend}
        {...(waitS > 0 && { 'aria-disabled': true, 'aria-describedby': waitId })}
      >
        {_(texts.send)}
      </Button>
      {waitS > 0 ? (
        <p id={waitId} role="timer" className="tabular text-ink-muted text-small">
          {_(texts.wait, { inWords: inWords(waitS) })}
        </p>
      ) : null}
    </div>
  );
}

/** Whole seconds until this time of this browser's clock; 0 once it has come. */
function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const leftMs = at - Date.now();
      const left = Math.max(0, Math.ceil(leftMs / 1_000));
      setSeconds(left);
      if (left > 0) timer = setTimeout(tick, leftMs - (left - 1) * 1_000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [at]);
  return seconds;
}

function inWords(seconds: number): string {
  if (seconds < 60) return _('{seconds, plural, one {# second} other {# seconds}}', { seconds });
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return _('{time} minutes', { time });
}
