import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { formatCoins, formatUsd } from '@marquee/rules/format';

/** What a film costs: money, coins, either, or nothing. */
export function priceText({ isFree, usdCost, coinCost }: Pick<Film, 'isFree' | 'usdCost' | 'coinCost'>): string {
  if (isFree) return 'Free';
  if (coinCost === 0n) return formatUsd(usdCost);
  return usdCost === 0n ? formatCoins(coinCost) : `${formatUsd(usdCost)} or ${formatCoins(coinCost)}`;
}
