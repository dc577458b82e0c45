import type { UserUnlock } from '@marquee/contracts/film/v1/user_records_pb';
import { formatCoins, formatUsd } from '@marquee/rules/format';

/** What a film was unlocked for. */
export function paidText({ paidAmount, coins }: Pick<UserUnlock, 'paidAmount' | 'coins'>): string {
  if (paidAmount > 0n) return formatUsd(paidAmount);
  return coins > 0n ? formatCoins(coins) : 'Free';
}
