import type * as featured from './featured-films.ts';

/** Where a pick stands: SHOWN is the large film of the home page now. */
export type FeaturedState = 'SHOWN' | 'NEXT' | 'SCHEDULED' | 'ENDED' | 'HIDDEN';

/** The state of each pick of the list at a moment: the first that is visible and whose dates hold is shown. */
export function statesOf(picks: readonly featured.Pick[], now: Date): FeaturedState[] {
  let isTaken = false;
  return picks.map(({ visible, startsAt, endsAt }) => {
    if (endsAt && endsAt <= now) return 'ENDED';
    if (!visible) return 'HIDDEN';
    if (startsAt && startsAt > now) return 'SCHEDULED';
    if (isTaken) return 'NEXT';
    isTaken = true;
    return 'SHOWN';
  });
}
