import {
  type ListPaymentMethodsResponse,
  type PaymentMethod,
  PaymentMethodService,
} from '@marquee/contracts/identity/v1/payment_methods_pb';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { cardName, expiryText } from './card-name.ts';

/** The cards that the viewer has saved [SET-11]. */
export function SavedCards() {
  const { own, retry } = useOwn(PaymentMethodService.method.listPaymentMethods, {});
  if (own.state === 'failed' && refusalOf(own.cause).reason === 'PLANS_UNAVAILABLE') {
    return (
      <EmptyState icon={<CreditCard aria-hidden />} title={_('There is nothing to pay for yet')}>
        {_('We cannot take payments here, so we keep no cards. Films that are free can be unlocked and watched.')}
      </EmptyState>
    );
  }
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-40"
        loading={_('Loading your cards')}
        failed={_('We failed to load your cards.')}
      />
    );
  return <Cards first={own.value.methods} onChanged={() => void retry()} />;
}

function Cards({ first: methods, onChanged }: { first: PaymentMethod[]; onChanged: () => void }) {
  if (methods.length === 0) {
    return (
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title={_('You have saved no card')}
        action={
          <LinkButton variant="primary" to="/settings/payment/add">
            {_('Add a card')}
          </LinkButton>
        }
      >
        {_('Your plan is paid with a saved card. Our payment provider keeps it, and we see its last digits alone.')}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <ul aria-label={_('Your cards')} className="grid border-line border-t">
        {methods.map((method) => (
          <Card key={method.id} method={method} onChanged={onChanged} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="primary" to="/settings/payment/add">
          {_('Add a card')}
        </LinkButton>
        <LinkButton to="/settings/receipts">{_('Receipts')}</LinkButton>
      </div>
    </div>
  );
}

function Card({ method, onChanged }: { method: PaymentMethod; onChanged: () => void }) {
  const [pending, setPending] = useState<'default' | 'remove'>();
  const { id: methodId, isDefault } = method;
  const [name, expiry] = [cardName(method), expiryText(method)];
  const act = async (what: 'default' | 'remove', call: () => Promise<ListPaymentMethodsResponse | object>) => {
    setPending(what);
    await orToast(async () => {
      await call();
      onChanged();
    }, _('We failed to change your cards.'));
    setPending(undefined);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3">
      <span className="grid gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isDefault ? <Badge tone="good">{_('Used for plans')}</Badge> : null}
        </span>
        {expiry ? <span className="tabular text-ink-muted text-small">{expiry}</span> : null}
      </span>
      <span className="flex flex-wrap gap-2">
        {isDefault ? null : (
          <Button
            size="small"
            pending={pending === 'default'}
            aria-label={_('Use {card} for plans', { card: name })}
            onClick={() =>
              void act('default', () => client(PaymentMethodService).setDefaultPaymentMethod({ methodId }))
            }
          >
            {_('Use for plans')}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          pending={pending === 'remove'}
          aria-label={_('Remove {card}', { card: name })}
          onClick={() => void act('remove', () => client(PaymentMethodService).removePaymentMethod({ methodId }))}
        >
          {_('Remove')}
        </Button>
      </span>
    </li>
  );
}
