import { platformFeePercent } from '@marquee/rules/declared-settings';
import type { FestivalResources } from '../resources.ts';

const WHOLE = 10_000n;

/** The platform's part of an amount in minor units, rounded to the nearest: what staff have set, or the configuration. */
export function feeOf({ settings, config }: Pick<FestivalResources, 'settings' | 'config'>, amount: bigint): bigint {
  const percent = settings.get(platformFeePercent, config.PLATFORM_FEE_BASIS_POINTS / 100);
  return (amount * BigInt(Math.round(percent * 100)) + WHOLE / 2n) / WHOLE;
}
