import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { PaymentProps, SaleOrder } from './sale.ts';

/** The question of the buyer's bank whether it is they who pay, as the test provider asks it (3-D Secure). */
export function BankQuestion<O extends SaleOrder>({
  sale,
  order,
  onOrder,
  onRefused,
}: Pick<PaymentProps<O>, 'sale' | 'order' | 'onOrder' | 'onRefused'>) {
  return (
    <BankAsks
      question={_('Your bank asks: is it you who pays {price}?', { price: formatUsd(order.amount) })}
      yes={_('Yes, pay')}
      onAnswer={async (approved) => {
        try {
          onOrder(await sale.answer(order.id, approved));
        } catch (error) {
          if (!onRefused(error)) throw error;
        }
      }}
    />
  );
}

type AsksProps = { question: string; yes: string; onAnswer: (approved: boolean) => Promise<void> };

/** A question of a bank, with its two answers. */
export function BankAsks({ question, yes, onAnswer }: AsksProps) {
  const [pending, setPending] = useState<'yes' | 'no'>();
  const [error, setError] = useState('');
  const answer = async (approved: boolean) => {
    setPending(approved ? 'yes' : 'no');
    setError('');
    try {
      await onAnswer(approved);
    } catch (cause) {
      setError(messageOf(cause, _('We could not reach your bank. Please try again: you are charged once.')));
    } finally {
      setPending(undefined);
    }
  };
  return (
    <div className="grid gap-4">
      <p>{question}</p>
      {error ? (
        <Banner tone="danger" urgent>
          {error}
        </Banner>
      ) : null}
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          variant="primary"
          size="large"
          className="sm:flex-1"
          pending={pending === 'yes'}
          onClick={() => void answer(true)}
        >
          {yes}
        </Button>
        <Button size="large" className="sm:flex-1" pending={pending === 'no'} onClick={() => void answer(false)}>
          {_('No')}
        </Button>
      </div>
    </div>
  );
}
