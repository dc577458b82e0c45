import { Permission, permits } from '@marquee/contracts/permissions';
import { maskedEmail, maskedPhone } from '@marquee/rules/back-office';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { technicalViewers } from '@marquee/rules/declared-settings';
import { forbidden } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Account } from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

type Technical = Pick<Account, 'source' | 'sourceId' | 'invitationId' | 'signUpIp' | 'version'>;
type Addresses = { email: string | null; phone: string | null };

export const seesAddresses = ({ roles }: AccountViewer): boolean => permits(roles, Permission.SEE_ADDRESSES);

/** The row as this member of staff sees it: without the permission, emails and phone numbers are masked [ADU-10]. */
export function shownTo<R extends Addresses>(viewer: AccountViewer, row: R): R {
  if (seesAddresses(viewer)) return row;
  return { ...row, email: maskedEmail(row.email ?? ''), phone: maskedPhone(row.phone ?? '') };
}

/** True for who is on the list of the settings; an empty list shows technical details to nobody [ADU-08]. */
export const seesTechnical = (
  { settings }: Pick<IdentityResources, 'settings'>,
  { accountId }: AccountViewer,
): boolean => settings.get(technicalViewers).some(({ name }) => name === accountId);

/** A row without what only those on the list see: how the account came to be, and its version. */
export function withoutTechnical<R extends Technical>(row: R): R {
  return { ...row, source: '', sourceId: '', invitationId: '', signUpIp: '', version: 0n };
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
