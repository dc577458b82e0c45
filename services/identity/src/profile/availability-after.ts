import {
  AVAILABILITY_LIMITS,
  AVAILABILITY_MESSAGES,
  type AvailabilityPeriod,
  isoDay,
  upcomingPeriods,
} from '@marquee/rules/availability';
import { invalid } from '@marquee/runtime/errors';
import type { ProfileFields } from '../account/accounts.ts';

/** The periods after an update, without those that are over. Who is no Pro any more has none [PRO-20]. */
export function availabilityAfter(
  { consumerType, availability }: Pick<ProfileFields, 'consumerType' | 'availability'>,
  update: AvailabilityPeriod[] | undefined,
  now: Date,
): AvailabilityPeriod[] {
  if (consumerType !== 'ENTERTAINMENT_PRO') {
    if (update && update.length > 0)
      throw invalid([{ field: 'availability', message: AVAILABILITY_MESSAGES.prosOnly }]);
    return [];
  }
  const latest = isoDay(now, AVAILABILITY_LIMITS.daysAheadMax);
  const tooFar = (update ?? []).findIndex(({ lastDay }) => lastDay > latest);
  if (tooFar >= 0) {
    throw invalid([{ field: `availability.${tooFar}.lastDay`, message: AVAILABILITY_MESSAGES.tooFar }]);
  }
  return upcomingPeriods(update ?? availability, now);
}
