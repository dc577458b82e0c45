import { Permission, permits } from '@marquee/contracts/permissions';
import { maskedEmail, maskedPhone } from '@marquee/rules/back-office';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { forbidden } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Account } from '../account/accounts.ts';

type Addresses = { email: string | null; phone: string | null };

export const seesAddresses = ({ roles }: AccountViewer): boolean => permits(roles, Permission.SEE_ADDRESSES);

/** The row as this member of staff sees it: without the permission, emails and phone numbers are masked [ADU-10]. */
export function shownTo<R extends Addresses>(viewer: AccountViewer, row: R): R {
  if (seesAddresses(viewer)) return row;
  return { ...row, email: maskedEmail(row.email ?? ''), phone: maskedPhone(row.phone ?? '') };
}

/**
 * Nobody changes their own account here, and accounts of staff are for who manages staff.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireManageable({ accountId, roles }: AccountViewer, account: Pick<Account, 'id' | 'roles'>): void {
  if (account.id === accountId) throw forbidden('OWN_ACCOUNT', BACK_OFFICE_MESSAGES.ownAccount);
  if (account.roles.length > 0 && !permits(roles, Permission.MANAGE_STAFF)) {
    throw forbidden('STAFF_ACCOUNT', BACK_OFFICE_MESSAGES.staffAccount);
  }
}
