import {
  type GetPayoutAccountResponse,
  type Payout,
  PayoutAccountStatus,
  PayoutService,
  PayoutState,
} from '@marquee/contracts/film/v1/payouts_pb';
import { PAYOUT_MESSAGES } from '@marquee/rules/payouts';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatUsd } from '../../language/format.ts';
import { _, type Message, worded } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { StepUpCancelled, useStepUp } from '../passkeys/step-up.tsx';

type Account = Pick<GetPayoutAccountResponse, 'status' | 'available' | 'minimum' | 'held'>;
/** Whose payouts these are, and how they are asked for. */
export type PayoutCalls = {
  connect(): Promise<{ url: string }>;
  dashboard(): Promise<{ url: string }>;
  request(payoutId: string): Promise<{ payout?: Payout }>;
  /** What is read while payouts wait. */
  held: string;
  /** Undefined where the viewer may connect and ask for payouts; else what they read instead. */
  locked?: Message;
};

type Props = { account: Account; available: bigint; onTheWay: bigint; calls?: PayoutCalls };

const OWN: PayoutCalls = {
  connect: () => client(PayoutService).openPayoutOnboarding({}),
  dashboard: () => client(PayoutService).openPayoutDashboard({}),
  request: (payoutId) => client(PayoutService).requestPayout({ payoutId }),
  held: PAYOUT_MESSAGES.held,
};

/** Where a seller's money goes, and the way to have it sent: a maker's own, unless `calls` says otherwise [STU-09:connect]. */
export function PayoutPanel({ account, available, onTheWay, calls = OWN }: Props) {
  const [failed, setFailed] = useState('');
  if (!account.available) return null;
  const isEnabled = account.status === PayoutAccountStatus.ENABLED;
  return (
    <section aria-labelledby="payouts" className="grid gap-4 rounded-panel bg-surface p-4 shadow-lit md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="payouts" className="font-title text-heading">
          {_('Payouts')}
        </h2>
        <AccountBadge account={account} />
      </div>
      <p className="max-w-2xl text-ink-muted">{explained(account, calls)}</p>
      {failed ? (
        <Banner tone="danger" urgent>
          {worded(failed)}
        </Banner>
      ) : null}
      {calls.locked ? (
        <p className="text-small">{_(calls.locked)}</p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {isEnabled && !account.held ? (
            <RequestPayout {...{ account, available, onTheWay, calls }} onFailed={setFailed} />
          ) : null}
          <AccountLinks status={account.status} calls={calls} onFailed={setFailed} />
        </div>
      )}
    </section>
  );
}

export function AccountBadge({ account: { status, held } }: { account: Pick<Account, 'status' | 'held'> }) {
  if (held) return <Badge tone="warn">{_('On hold')}</Badge>;
  switch (status) {
    case PayoutAccountStatus.ENABLED:
      return <Badge tone="good">{_('Connected')}</Badge>;
    case PayoutAccountStatus.RESTRICTED:
      return <Badge tone="warn">{_('Restricted')}</Badge>;
    case PayoutAccountStatus.PENDING:
      return <Badge tone="warn">{_('Not finished')}</Badge>;
    default:
      return <Badge>{_('Not connected')}</Badge>;
  }
}

function explained({ status, minimum, held }: Account, calls: PayoutCalls): string {
  if (held) return worded(calls.held);
  switch (status) {
    case PayoutAccountStatus.ENABLED:
      return _('We pay out at the beginning of each month, or when you ask for it, from {minimum} on.', {
        minimum: formatUsd(minimum),
      });
    case PayoutAccountStatus.RESTRICTED:
      return _('Our payment provider has a question before it can pay you. Please answer it there.');
    case PayoutAccountStatus.PENDING:
      return _('You have begun to connect an account. Please finish it, so that we can pay you.');
    default:
      return _('Connect an account, so that we can pay you. Your bank details stay with our payment provider.');
  }
}

type Asking = Required<Props> & { onFailed: (message: string) => void };

function RequestPayout({ account, available, onTheWay, calls, onFailed }: Asking) {
  const [pending, during] = usePending();
  const { revalidate } = useRevalidator();
  // Kept until it is answered: an answer that is lost is asked for again by the same id.
  const payoutId = useRef('');
  if (available < account.minimum) {
    const missing = formatUsd(account.minimum - available);
    const reason =
      onTheWay > 0n ? _('A payout is on its way to you.') : _('{missing} more, and you can be paid.', { missing });
    return <p className="self-center text-small">{reason}</p>;
  }
  const request = () =>
    during(async () => {
      onFailed('');
      payoutId.current ||= crypto.randomUUID();
      try {
        const { payout } = await calls.request(payoutId.current);
        payoutId.current = '';
        if (payout?.state === PayoutState.FAILED) onFailed(payout.failureMessage);
        else
          toast({
            message: _('{amount} is on its way to you.', { amount: formatUsd(payout?.amount ?? 0n) }),
            tone: 'good',
          });
        await revalidate();
      } catch (thrown) {
        onFailed(messageOf(thrown, _('We could not begin the payout. Please try again: you are paid once.')));
      }
    });
  return (
    <Button variant="primary" pending={pending} onClick={() => void request()}>
      {_('Pay out {amount}', { amount: formatUsd(available) })}
    </Button>
  );
}

type Links = Pick<Asking, 'calls' | 'onFailed'> & { status: PayoutAccountStatus };

function AccountLinks({ status, calls, onFailed }: Links) {
  const [pending, setPending] = useState<'connect' | 'dashboard'>();
  const { confirmed, prompt } = useStepUp();
  const go = async (kind: 'connect' | 'dashboard') => {
    setPending(kind);
    onFailed('');
    try {
      const { url } = await confirmed<{ url: string }>(() => calls[kind]());
      window.location.assign(url);
    } catch (thrown) {
      setPending(undefined);
      if (thrown instanceof StepUpCancelled) return;
      const fallback = kind === 'connect' ? PAYOUT_MESSAGES.connectFailed : '';
      onFailed(messageOf(thrown, fallback ? _(fallback) : _('We could not open your account. Please try again.')));
    }
  };
  const isConnected = status === PayoutAccountStatus.ENABLED;
  const label = status === PayoutAccountStatus.UNSPECIFIED ? _('Connect an account') : _('Finish connecting');
  return (
    <>
      {isConnected ? null : (
        <Button variant="primary" pending={pending === 'connect'} onClick={() => void go('connect')}>
          {label}
        </Button>
      )}
      {status === PayoutAccountStatus.UNSPECIFIED ? null : (
        <Button pending={pending === 'dashboard'} onClick={() => void go('dashboard')}>
          {_('Open your account')}
        </Button>
      )}
      {prompt}
    </>
  );
}
