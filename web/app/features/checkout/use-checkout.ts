import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { useCallback, useEffect, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { _ } from '../../language/words.ts';
import { forgetOrder, keepOrder, readOrder } from './kept-order.ts';
import type { Sale, SaleOrder } from './sale.ts';
import { useAskAgain } from './use-ask-again.ts';

/** Where somebody is who buys something. */
export type Checkout<O extends SaleOrder> =
  | { step: 'opening' }
  /** Nothing was charged; `isOver` where it is not sold as the page shows it. */
  | { step: 'failed'; message: string; isOver?: boolean }
  /** It is theirs by now, or was before. */
  | { step: 'yours' }
  /** The price is another one than the page showed, in cents. */
  | { step: 'price'; price: bigint }
  | { step: 'card' | 'challenge' | 'checking' | 'paid' | 'refunded' | 'ended'; order: O };

/** Refusals of an order that waited to be paid: it has ended, and nothing was charged. */
const OVER: ReadonlySet<string> = new Set([
  ...['ORDER_ENDED', 'NOTHING_TO_PAY', 'COINS_ONLY', 'REGION_UNAVAILABLE', 'NO_LONGER_AVAILABLE'],
  ...['FILM_NOT_AVAILABLE', 'FILM_NOT_FOUND', 'NOTHING_TO_WATCH', 'TICKET_REQUIRED'],
]);

/** Buys something at the price that the page shows: opens the order, and follows it until it is paid or over. */
export function useCheckout<O extends SaleOrder>(sale: Sale<O>) {
  const [checkout, setCheckout] = useState<Checkout<O>>({ step: 'opening' });
  const [price, setPrice] = useState(sale.price);

  const show = useCallback(
    (order: O | undefined) => {
      if (!order) return;
      const step = stepOf(order);
      if (step === 'card') keepOrder(sale.key, { id: order.id, isPaying: false });
      else if (step === 'checking' || step === 'challenge') keepOrder(sale.key, { id: order.id, isPaying: true });
      else forgetOrder(sale.key);
      setCheckout({ step, order });
    },
    [sale],
  );

  /** Shows why something is not sold as it was shown, and gives true; false where it may be tried again as it is. */
  const showRefusal = useCallback((error: unknown): boolean => {
    const { reason, metadata } = refusalOf(error);
    if (reason === 'ALREADY_UNLOCKED') setCheckout({ step: 'yours' });
    else if (reason === 'PRICE_CHANGED' && metadata.price)
      setCheckout({ step: 'price', price: BigInt(metadata.price) });
    else if (OVER.has(reason)) setCheckout({ step: 'failed', message: messageOf(error, ''), isOver: true });
    else return false;
    return true;
  }, []);

  const open = useCallback(
    async (amount: bigint, isShown = true) => {
      if (isShown) setCheckout({ step: 'opening' });
      const orderId = readOrder(sale.key)?.id ?? crypto.randomUUID();
      // Kept before it is sent: an answer that is lost is asked for again by the same id.
      keepOrder(sale.key, { id: orderId, isPaying: readOrder(sale.key)?.isPaying ?? false });
      try {
        show(await openWith(sale, orderId, amount));
      } catch (error) {
        if (showRefusal(error)) return;
        setCheckout({ step: 'failed', message: messageOf(error, _(PAYMENT_MESSAGES.unavailable)) });
      }
    },
    [sale, show, showRefusal],
  );
  useEffect(() => void open(price), [open, price]);

  const orderId = 'order' in checkout ? checkout.order.id : '';
  useAskAgain(checkout.step === 'checking', async () => show(await sale.get(orderId)));

  return {
    checkout,
    retry: () => void open(price),
    /** The same while what is shown stays: another way to pay was tried, and may have ended the order. */
    reopen: () => void open(price, false),
    acceptPrice: setPrice,
    /** Marks that the order is on its way, before it is: a page that is closed meanwhile continues it later. */
    markPaying: () => keepOrder(sale.key, { id: orderId, isPaying: true }),
    show,
    showRefusal,
  };
}

/** The order; where the one that is kept has ended, a new one. */
async function openWith<O extends SaleOrder>(sale: Sale<O>, orderId: string, price: bigint): Promise<O | undefined> {
  try {
    return await sale.open(orderId, price);
  } catch (error) {
    const { reason } = refusalOf(error);
    if (reason !== 'ORDER_ENDED' && reason !== 'ORDER_ID_REUSED') throw error;
    const next = crypto.randomUUID();
    keepOrder(sale.key, { id: next, isPaying: false });
    return sale.open(next, price);
  }
}

function stepOf({ state, step, refunding }: SaleOrder) {
  if (state === OrderState.REFUNDED || refunding) return 'refunded';
  if (state === OrderState.FULFILLED) return 'paid';
  if (state === OrderState.CANCELLED || state === OrderState.EXPIRED) return 'ended';
  if (step === PaymentStep.CARD) return 'card';
  return step === PaymentStep.CHALLENGE ? 'challenge' : 'checking';
}
