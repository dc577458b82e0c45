import type { Viewer } from '@marquee/runtime/viewer';
import type { Account } from '../account/accounts.ts';

type ProfileState = Pick<
  Account,
  'id' | 'suspendedAt' | 'closingAt' | 'isOnboarding' | 'profileVisibility' | 'consumerType'
>;

/** Whom others see at all: who is neither suspended nor closing, nor has closed. `accounts.shown` is the same in SQL. */
export function isShown({ suspendedAt, closingAt }: Pick<Account, 'suspendedAt' | 'closingAt'>): boolean {
  return !suspendedAt && !closingAt;
}

/** Its owner sees every profile; everybody else one that is complete and not private [PRO-20]. */
export function isVisibleTo(viewer: Viewer, account: Omit<ProfileState, 'consumerType'>): boolean {
  if (viewer.kind === 'account' && viewer.accountId === account.id) return !account.suspendedAt;
  return isShown(account) && !account.isOnboarding && account.profileVisibility !== 'PRIVATE';
}

/** The same condition as `accounts.LISTED`: directories and search engines list professionals who are not hidden [PRO-20]. */
export function isListed(account: ProfileState): boolean {
  const { isOnboarding, profileVisibility, consumerType } = account;
  return isShown(account) && !isOnboarding && profileVisibility === 'PUBLIC' && consumerType === 'ENTERTAINMENT_PRO';
}
