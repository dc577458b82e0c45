import { newId } from '@marquee/data/ids';
import { PROFILE_REPORT_MESSAGES, reportProfileSchema } from '@marquee/rules/profile-reports';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { profileNotFound } from '../account/account-errors.ts';
import { findPerson, profileIdSchema } from '../people/visible-person.ts';
import { isVisibleTo } from '../profile/profile-rights.ts';
import type { IdentityWrite } from '../resources.ts';
import * as reports from './profile-reports.ts';

export const reportProfileRequestSchema = reportProfileSchema.extend(profileIdSchema.shape);

/**
 * Reports a profile to staff, once while the report is open [PRO-17]. Somebody who has blocked the viewer can be reported
 * all the same: a block is no way to escape it, and staff alone are reached.
 */
export async function reportProfile(
  { tx, clock }: IdentityWrite,
  viewer: AccountViewer,
  { profileId, reason, details }: z.output<typeof reportProfileRequestSchema>,
): Promise<void> {
  const person = await findPerson(tx, profileId);
  if (!person || !isVisibleTo(viewer, person)) throw profileNotFound();
  if (person.id === viewer.accountId) throw ownProfile();
  const of = { profileId: person.id, reporterId: viewer.accountId };
  await reports.put(tx, { ...of, id: newId(), reason, details, createdAt: clock.now() });
}

function ownProfile(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'OWN_PROFILE', message: PROFILE_REPORT_MESSAGES.own });
}
