import { CheckoutService, type Order, OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { CoinService } from '@marquee/contracts/rewards/v1/coins_pb';
import { COIN_MESSAGES } from '@marquee/rules/coins';
import { Coins } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { coinsText } from '../coins/coins-text.ts';
import { PaidTerms } from './paid-terms.tsx';
import { Bill } from './pay-sheet.tsx';
import { promiseText, type UnlockHours } from './unlock-terms.ts';

type Props = {
  film: { id: string; title: string; coins: number };
  /** What an unlock gives, where nothing above the offer says it. */
  hours?: UnlockHours;
  /** The film is theirs, for a time that begins with the film where `waitsForStart`; without an order where it was before. */
  onUnlocked: (order: Order | undefined, waitsForStart: boolean) => void;
  /** It was refused: an order that waited for a card may have ended. */
  onFailed?: (() => void) | undefined;
};

/** Unlocks a film with coins: what it costs, how many there are, and one button [WAT-02]. */
export function CoinOffer({ film, hours, onUnlocked, onFailed }: Props) {
  const { own, retry } = useOwn(CoinService.method.getMyCoins, { pageSize: 1, cursor: '' });
  const [coins, setCoins] = useState(film.coins);
  const { unlock, isPending, problem } = useCoins(film.id, coins, {
    ...{ onUnlocked, onFailed },
    onPrice: setCoins,
    onBalance: () => void retry(),
  });
  if (own.state === 'loading') return <Skeleton className="h-24" label={_('Loading your coins')} />;
  if (own.state === 'failed') {
    return (
      <Banner tone="warn" action={<Button onClick={() => void retry()}>{_('Try again')}</Button>}>
        {_('We failed to load your coins.')}
      </Banner>
    );
  }
  const { balance } = own.value;
  const isEnough = balance >= BigInt(coins);
  return (
    <section aria-label={_('Pay with coins')} className="grid gap-3">
      {problem ? (
        <Banner tone="danger" urgent>
          {problem}
        </Banner>
      ) : null}
      {hours ? (
        <>
          <Bill title={film.title} price={coinsText(coins)}>
            {promiseText(hours)}
          </Bill>
          <PaidTerms />
        </>
      ) : null}
      <Button
        size="large"
        icon={<Coins aria-hidden className="size-5" />}
        pending={isPending}
        disabled={!isEnough}
        onClick={() => void unlock()}
      >
        {_('Unlock for {price}', { price: coinsText(coins) })}
      </Button>
      <p className="text-ink-muted text-small">
        {isEnough || problem ? '' : `${_(COIN_MESSAGES.notEnough)} `}
        {_('You currently have {coins}.', { coins: coinsText(balance) })}
      </p>
    </section>
  );
}

/** Asks for the unlock. A lost answer is asked for again by the same order, so that coins are taken once. */
function useCoins(
  filmId: string,
  coins: number,
  then: Pick<Props, 'onUnlocked' | 'onFailed'> & { onPrice: (coins: number) => void; onBalance: () => void },
) {
  const orderId = useRef('');
  const [isPending, during] = usePending();
  const [problem, setProblem] = useState('');
  const unlock = () =>
    during(async () => {
      setProblem('');
      orderId.current ||= crypto.randomUUID();
      try {
        const asked = { orderId: orderId.current, filmId, coins: BigInt(coins) };
        const { order, watchHours } = await client(CheckoutService).unlockWithCoins(asked);
        orderId.current = '';
        if (order?.state === OrderState.FULFILLED) return then.onUnlocked(order, watchHours > 0);
        setProblem(_('This film could not be unlocked any more, so your coins go back to you by themselves.'));
        then.onFailed?.();
      } catch (error) {
        const { reason, metadata } = refusalOf(error);
        // Of an answer that was lost it is not known whether the order was made. One that waits for coins gives way to a card.
        if (reason !== '' && (then.onFailed || reason !== 'PAYMENT_PROVIDER_UNAVAILABLE')) orderId.current = '';
        if (reason === 'ALREADY_UNLOCKED') return then.onUnlocked(undefined, false);
        if (reason === 'PRICE_CHANGED') then.onPrice(Number(metadata.price ?? coins));
        if (reason === 'NOT_ENOUGH_COINS') then.onBalance();
        setProblem(messageOf(error, _('We could not unlock the film. Please try again: your coins are taken once.')));
        if (reason !== '') then.onFailed?.();
      }
    });
  return { unlock, isPending, problem };
}
