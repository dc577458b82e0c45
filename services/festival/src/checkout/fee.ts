import { platformFeePercent } from '@marquee/rules/declared-settings';
import type { FestivalResources } from '../resources.ts';

const WHOLE = 10_000n;

/** The platform's part of the next sales, in hundredths of a percent: what staff have set, or the configuration. */
export function feeBasisPoints({ settings, config }: Pick<FestivalResources, 'settings' | 'config'>): number {
  return Math.round(settings.get(platformFeePercent, config.PLATFORM_FEE_BASIS_POINTS / 100) * 100);
}

/** The platform's part of an amount in minor units, rounded to the nearest. */
export function feeOf(resources: Pick<FestivalResources, 'settings' | 'config'>, amount: bigint): bigint {
  return (amount * BigInt(feeBasisPoints(resources)) + WHOLE / 2n) / WHOLE;
}
