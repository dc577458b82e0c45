import { randomUUID } from 'node:crypto';
import type { Browser } from './browser.ts';
import type { Claims } from './claims.ts';
import type { Load } from './load.ts';
import { inTurn } from './people.ts';

const PRICE_CENTS = '499';
const CHECKOUT = 'film.v1.CheckoutService';
const CARD = { expiry: '12/34', securityCode: '123' };
const PAYS = '4242424242424242';
/** The buyer's bank takes the money back at once, so that the film can be bought again. */
const TAKEN_BACK = '4000000000000259';
/** Pays later; is disputed, which is won later. */
const LATER = ['000123456789', '4000000000002685'];
/** All but the last are taken back. */
const ORDERS_EACH_MAX = 4;

/** Gives a film its price. */
export async function priceFilm(maker: Browser, filmId: string): Promise<void> {
  const price = { requestId: randomUUID(), filmId, isFree: false, usdCost: PRICE_CENTS };
  await maker.persist('edit', 'film.v1.StudioService/UpdateFilm', price);
}

/** People who buy a film: those who have just signed in, and while nobody is new, those before them, whose money went back. */
export function addFilmBuyers(load: Load, claims: Claims, filmId: string): void {
  const buyers = inTurn(claims, ORDERS_EACH_MAX);
  const orders = new Map<string, number>();
  let last: { browser: Browser; orderId: string } | undefined;
  let kept = 0;
  load.add('film buyer', 700, async () => {
    const buyer = buyers();
    // When everybody has the film, somebody looks at their receipt.
    if (!buyer) return void (last && (await look(last)));
    const count = (orders.get(buyer.accountId) ?? 0) + 1;
    orders.set(buyer.accountId, count);
    let number = TAKEN_BACK;
    if (count === ORDERS_EACH_MAX) {
      // Every other one pays at once.
      number = kept % 2 === 0 ? PAYS : (LATER[(kept >> 1) % LATER.length] ?? PAYS);
      kept += 1;
    }
    last = { browser: buyer.browser, orderId: randomUUID() };
    await buy(last, claims, { filmId, number });
  });
}

async function look({ browser, orderId }: { browser: Browser; orderId: string }): Promise<void> {
  await browser.persist('film order', `${CHECKOUT}/GetOrder`, { orderId });
}

type Paid = { order?: { state?: string } };

async function buy(
  { browser, orderId }: { browser: Browser; orderId: string },
  claims: Claims,
  { filmId, number }: { filmId: string; number: string },
): Promise<void> {
  const claimed = { acknowledged: false };
  claims.filmOrders.set(orderId, claimed);
  await browser.persist('film order', `${CHECKOUT}/OpenOrder`, { orderId, filmId, price: PRICE_CENTS });
  const card = { orderId, number, ...CARD };
  const { order } = await browser.persist<Paid>('film order', `${CHECKOUT}/ConfirmTestPayment`, card);
  claimed.acknowledged = number === PAYS && order?.state === 'ORDER_STATE_FULFILLED';
}
