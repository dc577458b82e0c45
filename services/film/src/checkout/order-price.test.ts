import { newId } from '@marquee/data/ids';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { openOrderSchema } from './open-order.ts';

/** What is said of the price of an order. */
function saidOf(price: bigint) {
  const asked = { orderId: newId(), filmId: newId(), place: undefined, price };
  return openOrderSchema.safeParse(asked).error?.issues.map(({ message }) => message) ?? [];
}

test('a price that no film has is said to be another one; whether a film is free is up to the film [WAT-02]', () => {
  for (const price of [-499n, -1n, 100_000n]) expect(saidOf(price)).toEqual([PAYMENT_MESSAGES.priceChanged]);
  for (const price of [0n, 1n, 99n, 499n]) expect(saidOf(price)).toEqual([]);
});
