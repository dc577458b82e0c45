import { type TestCard, testCardSchema } from '@marquee/rules/payments';
import { Lock } from 'lucide-react';
import { formatUsd } from '../../language/format.ts';
import { _, msg, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import type { PaymentProps, SaleOrder } from './sale.ts';

type CardProps = {
  /** Why the card was declined last; '' if it was not. */
  declineMessage: string;
  /** What the button does. */
  action: string;
  /** What is said where the provider cannot be reached. */
  failed: string;
  onCard: (card: TestCard) => Promise<void>;
};

const NUMBERS = [
  { number: '4242 4242 4242 4242', does: msg('pays') },
  { number: '4000 0025 0000 3155', does: msg('asks your bank first') },
  { number: '4000 0000 0000 9995', does: msg('is declined') },
  { number: '000123456789', does: msg('pays after some seconds') },
];

/** Pays an order with a card of the test provider. */
export function TestCardForm<O extends SaleOrder>({
  sale,
  order,
  onPaying,
  onOrder,
  onRefused,
  beforePaying,
}: PaymentProps<O>) {
  return (
    <TestCardFields
      declineMessage={order.declineMessage}
      action={_('Pay {price}', { price: formatUsd(order.amount) })}
      failed={_('We could not reach the payment provider. Please try again: you are charged once.')}
      onCard={async (card) => {
        await beforePaying?.();
        onPaying();
        try {
          onOrder(await sale.confirm(order.id, card));
        } catch (error) {
          if (!onRefused(error)) throw error;
        }
      }}
    />
  );
}

/** The card form of the test provider. It takes test numbers alone, so browsers are not asked to fill in real cards. */
export function TestCardFields({ declineMessage, action, failed, onCard }: CardProps) {
  const form = useZodForm(testCardSchema, { number: '', expiry: '', securityCode: '' });
  return (
    <Form form={form} fallback={failed} onSubmit={onCard}>
      {declineMessage ? (
        <Banner tone="danger" urgent>
          {worded(declineMessage)}
        </Banner>
      ) : null}
      <TextField
        label={_('Card number')}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        hint={_('This site takes test cards alone, and no money.')}
        {...fieldOf(form, 'number')}
      />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField label={_('Expires')} placeholder="12/34" autoComplete="off" {...fieldOf(form, 'expiry')} />
        <TextField
          label={_('Security code')}
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, 'securityCode')}
        />
      </div>
      <details className="text-ink-muted text-small">
        <summary className="w-fit cursor-pointer py-1">{_('Test numbers')}</summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {NUMBERS.map(({ number, does }) => (
            <div key={number} className="contents">
              <dt className="tabular">{number}</dt>
              <dd>{_(does)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <SubmitButton icon={<Lock aria-hidden className="size-5" />}>{action}</SubmitButton>
    </Form>
  );
}
