import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { Account } from '../account/accounts.ts';
import { accountClosed } from './own-data-errors.ts';

/**
 * That an account is not closed for good: while it can be kept, its owner signs in to keep it.
 *
 * @throws DomainError ACCOUNT_CLOSED
 */
export function requireKeepable({ closingAt }: Pick<Account, 'closingAt'>, now: Date): void {
  if (closingAt && now.getTime() - closingAt.getTime() >= OWN_DATA_LIMITS.keepMs) throw accountClosed();
}
