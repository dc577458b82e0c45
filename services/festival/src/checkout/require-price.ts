import type { SoldType } from '../tickets/ticket-types.ts';
import { priceChanged, priceTooLow } from './checkout-errors.ts';

/** The price of one is the type's, or what the buyer chose from it upwards. */
export function requirePrice(
  { payWhatYouCan, price: asked }: Pick<SoldType, 'payWhatYouCan' | 'price'>,
  price: bigint,
): void {
  if (!payWhatYouCan && price !== asked) throw priceChanged(asked);
  if (price < asked) throw priceTooLow();
}
