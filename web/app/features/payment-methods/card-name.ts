import type { PaymentMethod } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { _ } from '../../language/words.ts';

/** A card in words, as its owner knows it. */
export function cardName({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string {
  if (brand === 'bank') return _('Bank account ending in {last4}', { last4 });
  return _('{brand} ending in {last4}', { brand: brand.charAt(0).toUpperCase() + brand.slice(1), last4 });
}

/** When it expires; '' for what does not. */
export function expiryText({ expiryMonth, expiryYear }: Pick<PaymentMethod, 'expiryMonth' | 'expiryYear'>): string {
  if (expiryYear === 0) return '';
  return _('Expires {month}/{year}', { month: String(expiryMonth).padStart(2, '0'), year: String(expiryYear) });
}
