import { platformFeePercent } from '@marquee/rules/declared-settings';
import type { FilmResources } from '../resources.ts';

const WHOLE = 10_000n;

/** The platform's part of the next orders, in hundredths of a percent: what staff have set, or the configuration. */
export function feeBasisPoints({ settings, config }: Pick<FilmResources, 'settings' | 'config'>): number {
  return Math.round(settings.get(platformFeePercent, config.PLATFORM_FEE_BASIS_POINTS / 100) * 100);
}

/** The platform's part of a price in minor units, rounded to the nearest; an order keeps it. */
export function feeOf(resources: Pick<FilmResources, 'settings' | 'config'>, price: bigint): bigint {
  return (price * BigInt(feeBasisPoints(resources)) + WHOLE / 2n) / WHOLE;
}
