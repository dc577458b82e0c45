import { type PaymentMethod, PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { declineMessage } from '@marquee/rules/payments';
import { Lock } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioCards } from '../../ui/choice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { cardName, expiryText } from '../payment-methods/card-name.ts';
import type { PaymentProps, SaleCards, SaleOrder } from './sale.ts';

/** The buyer's saved cards; undefined where none can be used or saved, `loading` until they are known. */
export type KnownCards = { methods: PaymentMethod[]; retry: () => void } | 'loading' | undefined;

/** Loads the saved cards of who buys. A buyer whose cards cannot be loaded pays with a card that they enter. */
export function useSavedCards(isWanted: boolean): KnownCards {
  const { own, retry } = useOwn(PaymentMethodService.method.listPaymentMethods, {}, isWanted);
  if (!isWanted || own.state === 'failed') return undefined;
  return own.state === 'loading' ? 'loading' : { methods: own.value.methods, retry: () => void retry() };
}

type Props<O extends SaleOrder> = PaymentProps<O> & {
  saved: KnownCards;
  /** The form of a card that is entered. */
  children: (payment: PaymentProps<O>) => ReactNode;
};

const ANOTHER = 'another';
/** What a buyer reads of a saved card that the provider has lost. */
const GONE = declineMessage('payment_method_gone');

/** With which card is paid: a saved one, or another, which may be saved [SET-11]. */
export function CardChoice<O extends SaleOrder>({ saved, children, ...payment }: Props<O>) {
  const { cards } = payment.sale;
  const saving = useSaving(payment.order, cards);
  /** What is said of a card that is not saved any more. */
  const [gone, setGone] = useState('');
  if (!cards || saved === undefined) return children(payment);
  if (saved === 'loading') return <Skeleton className="h-72" label={_('Loading your cards')} />;
  const onOrder: typeof payment.onOrder = (order) => {
    setGone('');
    payment.onOrder(order);
  };
  const onGone = (message = '') => {
    setGone(message);
    saved.retry();
  };
  const chosen = { payment: { ...payment, onOrder }, saving, children };
  return (
    <>
      {gone ? <Refusal>{gone}</Refusal> : null}
      {saved.methods.length === 0 ? (
        <NewCard {...chosen} />
      ) : (
        <SavedOrNew {...chosen} {...{ cards, onGone }} methods={saved.methods} />
      )}
    </>
  );
}

const Refusal = ({ children }: { children: ReactNode }) => (
  <Banner tone="danger" urgent>
    {children}
  </Banner>
);

type ChosenProps<O extends SaleOrder> = {
  payment: PaymentProps<O>;
  cards: SaleCards<O>;
  saving: ReturnType<typeof useSaving<O>>;
  children: (payment: PaymentProps<O>) => ReactNode;
};

function SavedOrNew<O extends SaleOrder>({
  payment,
  cards,
  saving,
  methods,
  onGone,
  children,
}: ChosenProps<O> & { methods: PaymentMethod[]; onGone: (message?: string) => void }) {
  const first = methods.find(({ isDefault }) => isDefault) ?? methods[0];
  const [chosenId, setChosenId] = useState(first?.id ?? ANOTHER);
  // What was typed stays while the buyer looks at their other cards.
  const [wasOpened, setWasOpened] = useState(false);
  /** With which card it was paid last; undefined before, and for what was tried before this page. */
  const [triedId, setTriedId] = useState<string>();
  const chosen = methods.find(({ id }) => id === chosenId);
  const isHere = triedId === ANOTHER || methods.some(({ id }) => id === triedId);
  /** A decline is said where its card is. */
  const paying = (id: string): PaymentProps<O> => ({
    ...payment,
    order: { ...payment.order, declineMessage: triedId === id ? payment.order.declineMessage : '' },
    onOrder: (order) => {
      setTriedId(id);
      payment.onOrder(order);
    },
  });
  return (
    <>
      {payment.order.declineMessage && !isHere ? <Refusal>{worded(payment.order.declineMessage)}</Refusal> : null}
      <RadioCards
        legend={_('Pay with')}
        name="card"
        value={chosen ? chosenId : ANOTHER}
        onChange={({ target }) => {
          setChosenId(target.value);
          if (target.value === ANOTHER) setWasOpened(true);
        }}
        options={[
          ...methods.map((method) => ({ value: method.id, label: cardName(method), description: expiryText(method) })),
          { value: ANOTHER, label: _('Another card') },
        ]}
      />
      {chosen ? <SavedCard key={chosen.id} {...{ cards, onGone }} payment={paying(chosen.id)} method={chosen} /> : null}
      {wasOpened || !chosen ? (
        <div hidden={chosen !== undefined}>
          <NewCard {...{ saving }} payment={paying(ANOTHER)}>
            {children}
          </NewCard>
        </div>
      ) : null}
    </>
  );
}

/** Pays with a card that is saved. A lost answer is asked for again by the same attempt. */
function SavedCard<O extends SaleOrder>({
  payment: { order, onPaying, onOrder, onRefused },
  cards,
  method,
  onGone,
}: Omit<ChosenProps<O>, 'saving' | 'children'> & { method: PaymentMethod; onGone: (message?: string) => void }) {
  const attemptId = useRef('');
  const [isPending, during] = usePending();
  const [error, setError] = useState('');
  const pay = () =>
    during(async () => {
      setError('');
      attemptId.current ||= crypto.randomUUID();
      onPaying();
      try {
        const answered = await cards.pay(order.id, { attemptId: attemptId.current, methodId: method.id });
        attemptId.current = '';
        onOrder(answered);
        if (answered?.declineMessage === GONE) onGone();
      } catch (thrown) {
        const { reason } = refusalOf(thrown);
        if (reason !== '') attemptId.current = '';
        if (onRefused(thrown)) return;
        const message = messageOf(
          thrown,
          _('We could not reach the payment provider. Please try again: you are charged once.'),
        );
        if (reason === 'PAYMENT_METHOD_NOT_FOUND') onGone(message);
        else setError(message);
      }
    });
  const said = error || worded(order.declineMessage);
  return (
    <div className="grid gap-4">
      {said ? <Refusal>{said}</Refusal> : null}
      <Button
        variant="primary"
        size="large"
        pending={isPending}
        icon={<Lock aria-hidden className="size-5" />}
        onClick={() => void pay()}
      >
        {_('Pay with {card}', { card: cardName(method) })}
      </Button>
    </div>
  );
}

/** Whether the card that is entered is saved, and how the service learns it before the card pays. */
function useSaving<O extends SaleOrder>(order: O, cards: SaleCards<O> | undefined) {
  const [isSaved, setIsSaved] = useState(order.savesCard ?? false);
  /** What the service has answered last; undefined after a call whose answer was lost. */
  const known = useRef<boolean | undefined>(order.savesCard ?? false);
  const beforePaying = async () => {
    if (known.current === isSaved) return false;
    known.current = undefined;
    await cards?.save(order.id, isSaved);
    known.current = isSaved;
    return true;
  };
  return { isSaved, setIsSaved, beforePaying };
}

/** A card that is entered now, and saved if its owner wants that. */
function NewCard<O extends SaleOrder>({ payment, saving, children }: Omit<ChosenProps<O>, 'cards'>) {
  const { isSaved, setIsSaved, beforePaying } = saving;
  return (
    <div className="grid gap-5">
      <Checkbox
        label={_('Save this card')}
        hint={_('Our payment provider keeps it for what you buy later. You can remove it in your settings.')}
        checked={isSaved}
        onChange={({ target }) => setIsSaved(target.checked)}
      />
      {children({ ...payment, beforePaying })}
    </div>
  );
}
