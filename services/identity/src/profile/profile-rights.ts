import type { Viewer } from '@marquee/runtime/viewer';
import type { Account } from '../account/accounts.ts';

type ProfileState = Pick<
  Account,
  'id' | 'suspendedAt' | 'closingAt' | 'isOnboarding' | 'profileVisibility' | 'consumerType'
>;

/** Its owner sees every profile; everybody else one that is complete and not private [PRO-20]. */
export function isVisibleTo(viewer: Viewer, account: Omit<ProfileState, 'consumerType'>): boolean {
  if (account.suspendedAt) return false;
  if (viewer.kind === 'account' && viewer.accountId === account.id) return true;
  return !account.closingAt && !account.isOnboarding && account.profileVisibility !== 'PRIVATE';
}

/** The same condition as `accounts.LISTED`: directories and search engines list professionals who are not hidden [PRO-20]. */
export function isListed({
  suspendedAt,
  closingAt,
  isOnboarding,
  profileVisibility,
  consumerType,
}: ProfileState): boolean {
  return (
    !suspendedAt &&
    !closingAt &&
    !isOnboarding &&
    profileVisibility === 'PUBLIC' &&
    consumerType === 'ENTERTAINMENT_PRO'
  );
}
