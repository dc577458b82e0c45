import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import type { ReactNode } from 'react';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AtStripe } from './at-stripe.tsx';
import { BankQuestion } from './bank-question.tsx';
import { CardChoice, useSavedCards } from './card-choice.tsx';
import { PaidTerms } from './paid-terms.tsx';
import type { PaymentProps, Sale, SaleOrder, StripePayment, StripeStep } from './sale.ts';
import { TestCardForm } from './test-card-form.tsx';
import { useCheckout } from './use-checkout.ts';

type Props<O extends SaleOrder> = {
  title: string;
  sale: Sale<O>;
  onClose: () => void;
  /** What is bought, above the card. */
  bill: (order: O) => ReactNode;
  /** What a buyer may do with an order that waits for the card, beside paying it. */
  whileUnpaid?: (order: O, show: (order: O | undefined) => void) => ReactNode;
  /** Another way to pay, beside the card and where no order for a card could be opened. */
  otherWay?: (then: OtherWay<O>) => ReactNode;
  /** Loads the page again, which shows what is sold now. */
  reload?: () => void;
  /**
   * What is said to a buyer, as it becomes theirs by itself. `tooLate`: it could not be theirs any more when they had paid.
   * `reversed`: it was theirs, and the bank or staff have taken its payment back.
   */
  texts: { priceChanged: string; checking: string; tooLate: string; reversed: string };
  /** Where it is theirs already. */
  yours?: ReactNode;
  paid: (order: O) => ReactNode;
};

/** What becomes of another way to pay: it paid an order, or failed, which may have ended the order that waits for the card. */
type OtherWay<O extends SaleOrder> = {
  onPaid: (order: O) => void;
  onFailed: () => void;
  /** No order for a card is shown, and so no bill. */
  isAlone: boolean;
};

/** Sells something: its price, what one gets, the card, and how the payment stands. */
export function PaySheet<O extends SaleOrder>(props: Props<O>) {
  const { title, onClose } = props;
  return (
    <Dialog title={title} open onOpenChange={(open) => !open && onClose()}>
      <PaySteps {...props} />
    </Dialog>
  );
}

function PaySteps<O extends SaleOrder>({ reload = () => location.reload(), ...props }: Props<O>) {
  const { sale, onClose, bill, whileUnpaid, otherWay, texts, yours, paid } = props;
  const { checkout, retry, reopen, acceptPrice, markPaying, show, showRefusal } = useCheckout(sale);
  const saved = useSavedCards(sale.cards !== undefined);
  const paying = { sale, onPaying: markPaying, onOrder: show, onRefused: showRefusal };
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
          <Button variant="primary" onClick={checkout.isOver ? reload : retry}>
            {_('Try again')}
          </Button>
          {otherWay?.({ onPaid: show, onFailed: reopen, isAlone: true })}
        </Outcome>
      );
    case 'price':
      return (
        <Outcome tone="warn" message={texts.priceChanged}>
          <Button variant="primary" size="large" onClick={() => acceptPrice(checkout.price)}>
            {_('Continue for {price}', { price: formatUsd(checkout.price) })}
          </Button>
        </Outcome>
      );
    case 'card':
    case 'challenge':
      return (
        <div className="grid gap-5">
          {bill(checkout.order)}
          {checkout.step === 'card' ? (
            <>
              <PaidTerms />
              <CardChoice {...paying} saved={saved} order={checkout.order}>
                {(payment) => <CardForm {...payment} />}
              </CardChoice>
              {whileUnpaid?.(checkout.order, show)}
              {otherWay?.({ onPaid: show, onFailed: reopen, isAlone: false })}
            </>
          ) : (
            <Challenge {...paying} order={checkout.order} />
          )}
        </div>
      );
    case 'checking':
      return (
        <div role="status" className="grid justify-items-center gap-4 py-6 text-center">
          <div
            aria-hidden
            className="size-10 animate-[spin_1s_linear_infinite] rounded-full border-3 border-line border-t-action"
          />
          <p>{texts.checking}</p>
        </div>
      );
    case 'yours':
      return yours ?? null;
    case 'paid':
      return paid(checkout.order);
    case 'refunded':
      return (
        <Outcome tone="warn" message={checkout.order.fulfilled ? texts.reversed : texts.tooLate}>
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

/** The card, at who takes the payment. */
function CardForm<O extends SaleOrder>(props: PaymentProps<O>) {
  const { stripe } = props.order;
  return stripe ? <PayAtStripe {...props} stripe={stripe} step="card" /> : <TestCardForm {...props} />;
}

/** What the buyer's bank asks. */
function Challenge<O extends SaleOrder>(props: PaymentProps<O>) {
  const { stripe } = props.order;
  return stripe ? <PayAtStripe {...props} stripe={stripe} step="challenge" /> : <BankQuestion {...props} />;
}

function PayAtStripe<O extends SaleOrder>(props: PaymentProps<O> & { stripe: StripePayment; step: StripeStep }) {
  const { sale, order, stripe, step, onPaying, onOrder, onRefused, beforePaying: before } = props;
  const { amount, declineMessage } = order;
  const beforePaying = async () => {
    try {
      await sale.check?.(order);
    } catch (error) {
      onRefused(error);
      throw error;
    }
    return (await before?.()) ?? false;
  };
  return (
    <AtStripe
      {...{ stripe, step, declineMessage, onPaying, beforePaying }}
      task={{ amount }}
      ask={async () => onOrder(await sale.get(order.id))}
    />
  );
}

/** What is bought, for how much, and what else a buyer should know. */
export function Bill({ title, price, children }: { title: string; price: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-raised p-4">
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere font-medium">{title}</p>
        <p className="text-ink-muted text-small">{children}</p>
      </div>
      <p className="tabular shrink-0 font-medium">{price}</p>
    </div>
  );
}

/** How it ended, and what can be done next. */
export function Outcome({
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
