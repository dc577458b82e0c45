import {
  CheckoutService,
  type OpenOrderResponse,
  type Order,
  OrderState,
  PaymentStep,
} from '@marquee/contracts/film/v1/checkout_pb';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { forgetOrder, keepOrder, readOrder } from './kept-order.ts';

/** Where somebody is who buys a film. */
export type Checkout =
  | { step: 'opening' }
  /** Nothing was charged. */
  | { step: 'failed'; message: string }
  /** The film is theirs by now, or was before. */
  | { step: 'yours' }
  /** The price is another one than the page showed, in cents. */
  | { step: 'price'; price: bigint }
  | { step: 'card' | 'challenge' | 'checking' | 'paid' | 'refunded' | 'ended'; order: Order };

const ASK_EVERY_MS = 2_000;

/** Buys a film at the price that the page shows: opens the order, and follows it until it is paid or over. */
export function useCheckout(film: { id: string; usdCents: number }) {
  const [checkout, setCheckout] = useState<Checkout>({ step: 'opening' });
  const opened = useRef<OpenOrderResponse>(undefined);
  const [price, setPrice] = useState(BigInt(film.usdCents));

  const show = useCallback(
    (order: Order | undefined) => {
      if (!order) return;
      const step = stepOf(order);
      if (step === 'card') keepOrder(film.id, { id: order.id, isPaying: false });
      else if (step === 'checking' || step === 'challenge') keepOrder(film.id, { id: order.id, isPaying: true });
      else forgetOrder(film.id);
      setCheckout({ step, order });
    },
    [film.id],
  );

  const open = useCallback(
    async (amount: bigint) => {
      setCheckout({ step: 'opening' });
      const orderId = readOrder(film.id)?.id ?? crypto.randomUUID();
      // Kept before it is sent: an answer that is lost is asked for again by the same id.
      keepOrder(film.id, { id: orderId, isPaying: readOrder(film.id)?.isPaying ?? false });
      try {
        opened.current = await openWith(film.id, orderId, amount);
        show(opened.current.order);
      } catch (error) {
        const { reason, metadata } = refusalOf(error);
        if (reason === 'ALREADY_UNLOCKED') setCheckout({ step: 'yours' });
        else if (reason === 'PRICE_CHANGED') setCheckout({ step: 'price', price: BigInt(metadata.price ?? amount) });
        else setCheckout({ step: 'failed', message: messageOf(error, _(PAYMENT_MESSAGES.unavailable)) });
      }
    },
    [film.id, show],
  );
  useEffect(() => void open(price), [open, price]);

  const isChecking = checkout.step === 'checking';
  const orderId = 'order' in checkout ? checkout.order.id : '';
  useEffect(() => {
    if (!isChecking) return undefined;
    // What fails is asked again: the payment continues without this page.
    const ask = () =>
      client(CheckoutService)
        .getOrder({ orderId })
        .then(({ order }) => show(order))
        .catch(() => undefined);
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isChecking, orderId, show]);

  return {
    checkout,
    /** Of the opened order: how many hours the film can be watched. */
    unlockHours: opened.current?.unlockHours ?? 0,
    retry: () => void open(price),
    acceptPrice: setPrice,
    /** Marks that the order is on its way, before it is: a page that is closed meanwhile continues it later. */
    markPaying: () => keepOrder(film.id, { id: orderId, isPaying: true }),
    show,
  };
}

/** The order; where the one that is kept has ended, a new one. */
async function openWith(filmId: string, orderId: string, price: bigint): Promise<OpenOrderResponse> {
  const ask = (id: string) => client(CheckoutService).openOrder({ orderId: id, filmId, price });
  try {
    return await ask(orderId);
  } catch (error) {
    const { reason } = refusalOf(error);
    if (reason !== 'ORDER_ENDED' && reason !== 'ORDER_ID_REUSED') throw error;
    const next = crypto.randomUUID();
    keepOrder(filmId, { id: next, isPaying: false });
    return ask(next);
  }
}

function stepOf({ state, step, refunding }: Order) {
  if (state === OrderState.REFUNDED || refunding) return 'refunded';
  if (state === OrderState.FULFILLED) return 'paid';
  if (state === OrderState.CANCELLED || state === OrderState.EXPIRED) return 'ended';
  if (step === PaymentStep.CARD) return 'card';
  return step === PaymentStep.CHALLENGE ? 'challenge' : 'checking';
}
