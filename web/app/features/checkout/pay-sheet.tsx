import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { BankQuestion } from './bank-question.tsx';
import { TestCardForm } from './test-card-form.tsx';
import { useCheckout } from './use-checkout.ts';

type Props = {
  film: { id: string; usdCents: number };
  onClose: () => void;
};

/** Sells a film: its price, what one gets and until when, the card, and how the payment stands. */
export default function PaySheet({ film, onClose }: Props) {
  return (
    <Dialog title={_('Unlock this film')} open onOpenChange={(open) => !open && onClose()}>
      <PaySteps film={film} onClose={onClose} />
    </Dialog>
  );
}

function PaySteps({ film, onClose }: Props) {
  const { checkout, unlockHours, retry, acceptPrice, markPaying, show } = useCheckout(film);
  switch (checkout.step) {
    case 'opening':
      return (
        <div className="grid gap-4">
          <Skeleton className="h-16" label={_('Opening your order')} />
          <Skeleton className="h-72" />
        </div>
      );
    case 'failed':
      return (
        <Outcome tone="danger" message={checkout.message}>
          <Button variant="primary" onClick={retry}>
            {_('Try again')}
          </Button>
        </Outcome>
      );
    case 'price':
      return (
        <Outcome tone="warn" message={_(PAYMENT_MESSAGES.priceChanged)}>
          <Button variant="primary" size="large" onClick={() => acceptPrice(checkout.price)}>
            {_('Continue for {price}', { price: formatUsd(checkout.price) })}
          </Button>
        </Outcome>
      );
    case 'card':
    case 'challenge':
      return (
        <div className="grid gap-5">
          <Bill title={checkout.order.filmTitle} price={formatUsd(checkout.order.amount)} hours={unlockHours} />
          {checkout.step === 'card' ? (
            <TestCardForm order={checkout.order} onPaying={markPaying} onOrder={show} />
          ) : (
            <BankQuestion order={checkout.order} onOrder={show} />
          )}
        </div>
      );
    case 'checking':
      return (
        <div role="status" className="grid justify-items-center gap-4 py-6 text-center">
          <div
            aria-hidden
            className="size-10 animate-[spin_1s_linear_infinite] rounded-full border-3 border-line border-t-accent"
          />
          <p>{_('We are checking your payment. You can close this page: the film opens as soon as it is paid.')}</p>
        </div>
      );
    case 'yours':
      return (
        <Outcome tone="good" message={_(PAYMENT_MESSAGES.alreadyUnlocked)}>
          <WatchNow filmId={film.id} />
        </Outcome>
      );
    case 'paid':
      return (
        <Outcome tone="good" message={paidText(checkout.order.watchUntil && timestampDate(checkout.order.watchUntil))}>
          <WatchNow filmId={film.id} />
        </Outcome>
      );
    case 'refunded':
      return (
        <Outcome
          tone="warn"
          message={_('This film could not be unlocked any more, so your money goes back to your card by itself.')}
        >
          <Button onClick={onClose}>{_('Close')}</Button>
        </Outcome>
      );
    case 'ended':
      return (
        <Outcome tone="warn" message={_(PAYMENT_MESSAGES.orderEnded)}>
          <Button variant="primary" onClick={retry}>
            {_('Start again')}
          </Button>
        </Outcome>
      );
  }
}

const paidText = (until: Date | undefined) =>
  until ? _('Thank you. The film is yours until {moment}.', { moment: formatMoment(until) }) : _('Thank you.');

function Bill({ title, price, hours }: { title: string; price: string; hours: number }) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-surface p-4">
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere font-medium">{title}</p>
        <p className="text-ink-muted text-small">
          {_(
            '{hours, plural, one {Yours for # hour from when it is paid.} other {Yours for # hours from when it is paid.}}',
            {
              hours,
            },
          )}
        </p>
      </div>
      <p className="tabular shrink-0 font-medium">{price}</p>
    </div>
  );
}

function WatchNow({ filmId }: { filmId: string }) {
  return (
    <Link to={`/feed/${filmId}/watch`} className={buttonClass('primary', 'large')}>
      <Play aria-hidden className="size-5 fill-current" />
      {_('Watch now')}
    </Link>
  );
}

function Outcome({
  tone,
  message,
  children,
}: {
  tone: 'good' | 'warn' | 'danger';
  message: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-4">
      <Banner tone={tone} urgent={tone === 'danger'}>
        {message}
      </Banner>
      {children}
    </div>
  );
}
