import { ACCOUNT_TYPES } from '@marquee/rules/account';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { STAFF_CONSUMER_TYPES, staffNameSchema, staffReasonSchema } from '@marquee/rules/back-office';
import { updateProfileSchema } from '@marquee/rules/profile';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { profileChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import * as auditLog from '../audit/audit-log.ts';
import { applyUpdate } from '../profile/apply-update.ts';
import { availabilityAfter } from '../profile/availability-after.ts';
import type { IdentityWrite } from '../resources.ts';
import { accountIdSchema, lockUser, type StaffView, staffView } from './get-user.ts';
import { requireManageable } from './staff-rights.ts';

const { bio, country, state, city, talents } = updateProfileSchema.shape;

export const updateUserSchema = accountIdSchema.extend({
  reason: staffReasonSchema,
  firstName: staffNameSchema.optional(),
  lastName: staffNameSchema.optional(),
  ...{ bio, country, state, city, talents },
  type: z.enum(ACCOUNT_TYPES, ACCOUNT_MESSAGES.accountTypeUnknown).optional(),
  consumerType: z.enum(STAFF_CONSUMER_TYPES, ACCOUNT_MESSAGES.userTypeUnknown).optional(),
});

const EDITED = [
  'firstName',
  'lastName',
  'bio',
  'country',
  'state',
  'city',
  'accountType',
  'consumerType',
  'talents',
] as const satisfies (keyof accounts.ProfileFields)[];

/** Changes the fields that are given, by the rules that hold for the person's own changes [ADU-04] [PRO-21]. */
export async function updateUser(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, reason, ...update }: z.output<typeof updateUserSchema>,
): Promise<StaffView> {
  const { tx, emit, clock } = write;
  const account = await lockUser(write, accountId);
  requireManageable(viewer, account);
  const now = clock.now();
  const { profilePicture, gallery } = account;
  const applied = applyUpdate(account, update);
  const fields = {
    ...{ ...applied, profilePicture, gallery },
    availability: availabilityAfter({ ...applied, availability: account.availability }, undefined, now),
  };
  const changes = changesBetween(account, fields);
  if (changes.length === 0) return staffView(write, viewer, account);

  const changed = await accounts.updateProfile(tx, account.id, fields, { now, events: 1 });
  const actorId = viewer.accountId;
  await auditLog.append(tx, { actorId, kind: 'USER_EDITED', objectId: account.id, changes, reason, now });
  await emit(profileChanged(changed));
  return staffView(write, viewer, changed);
}

function changesBetween(before: accounts.ProfileFields, after: accounts.ProfileFields): auditLog.AuditChange[] {
  return EDITED.map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) })).filter(
    (change) => change.before !== change.after,
  );
}

const textOf = (value: string | string[] | null): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''));
