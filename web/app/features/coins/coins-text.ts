import { COIN_UNIT } from '@marquee/rules/coins';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

/** Such as 1 coin or 1,200 coins. */
export const coinsText = (coins: number | bigint): string =>
  _('{coins, plural, one {# coin} other {# coins}}', { coins: Number(coins) });

/** The same with its direction, such as +50 coins or −120 coins. */
export const movedText = (coins: bigint): string => (coins < 0n ? `−${coinsText(-coins)}` : `+${coinsText(coins)}`);

/** An amount in the unit of its order: US cents, or coins. */
export const amountText = (amount: bigint, currency: string): string =>
  currency === COIN_UNIT ? coinsText(amount) : formatUsd(amount);

/** What is asked for a film: money, coins, or either. */
export function priceText({ usdCents, coins }: { usdCents: number; coins: number }): string {
  if (coins === 0) return formatUsd(usdCents);
  if (usdCents === 0) return coinsText(coins);
  return _('{price} or {coins}', { price: formatUsd(usdCents), coins: coinsText(coins) });
}
