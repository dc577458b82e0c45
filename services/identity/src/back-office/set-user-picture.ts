import { staffReasonSchema } from '@marquee/rules/back-office';
import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { SENT_PICTURE_BYTES_MAX } from '@marquee/rules/media';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { profileChanged, profilePicturesChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import * as auditLog from '../audit/audit-log.ts';
import { applyUpdate } from '../profile/apply-update.ts';
import { avatarUrl, pictureIdOf } from '../profile/sent-pictures.ts';
import { shownBy } from '../profile/update-profile.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { noPictureToConvert, pictureChangedMeanwhile } from './back-office-errors.ts';
import { accountIdSchema, getUser, lockUser, type StaffView, staffView } from './get-user.ts';
import { requireManageable } from './staff-rights.ts';

/** Pictures that a member of staff may have media decode in an hour. */
const SENT_LIMIT = { points: 120, durationS: 3_600 };

export const setUserPictureSchema = accountIdSchema.extend({
  data: z
    .instanceof(Uint8Array)
    .refine(({ length }) => length > 0, PICTURE_MESSAGES.noData)
    .refine(({ length }) => length <= SENT_PICTURE_BYTES_MAX, PICTURE_MESSAGES.bad),
  reason: staffReasonSchema,
});
export const convertUserPictureSchema = accountIdSchema.extend({ reason: staffReasonSchema });

/** What media has kept, and which picture it takes the place of; undefined where any. */
export type KeptUserPicture = { path: string; replaces?: string };

type Asking = Pick<IdentityResources, 'prisma' | 'pictures' | 'rateLimits'> & Parameters<typeof getUser>[0];

/** Has media keep what staff sent, before the transaction that shows it. */
export async function keepUserPicture(
  resources: Asking,
  viewer: AccountViewer,
  { accountId, data }: z.output<typeof setUserPictureSchema>,
): Promise<KeptUserPicture> {
  const { account } = await getUser(resources, viewer, { accountId });
  requireManageable(viewer, account);
  await resources.rateLimits.consume('staff-pictures', viewer.accountId, SENT_LIMIT);
  const { path } = await resources.pictures.keep(account.id, { name: 'profile', data, field: 'data' });
  return { path };
}

/** Has media decode the picture that the user shows once more. */
export async function convertKeptPicture(
  resources: Asking,
  viewer: AccountViewer,
  { accountId }: z.output<typeof convertUserPictureSchema>,
): Promise<KeptUserPicture> {
  const { account } = await getUser(resources, viewer, { accountId });
  requireManageable(viewer, account);
  const pictureId = pictureIdOf(account.profilePicture);
  if (!pictureId) throw noPictureToConvert();
  await resources.rateLimits.consume('staff-pictures', viewer.accountId, SENT_LIMIT);
  return { path: await resources.pictures.convert(account.id, pictureId), replaces: account.profilePicture };
}

/** Shows a picture that media has kept as that of a user [ADU-07]. */
export async function showUserPicture(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, reason }: z.output<typeof convertUserPictureSchema>,
  { path, replaces }: KeptUserPicture,
): Promise<StaffView> {
  const { tx, emit, clock } = write;
  const account = await lockUser(write, accountId);
  requireManageable(viewer, account);
  // The user may have chosen another while the old one was converted.
  if (replaces !== undefined && replaces !== account.profilePicture) throw pictureChangedMeanwhile();
  const now = clock.now();
  const profilePicture = avatarUrl(path);
  const fields = {
    ...applyUpdate(account, {}),
    profilePicture,
    gallery: account.gallery,
    availability: account.availability,
  };
  const changed = await accounts.updateProfile(tx, account.id, fields, { now, events: 2 });
  await auditLog.append(tx, {
    ...{ actorId: viewer.accountId, kind: 'PICTURE_CHANGED', objectId: account.id },
    changes: [{ field: 'profilePicture', before: account.profilePicture, after: profilePicture }],
    ...{ reason, now },
  });
  await emit(profilePicturesChanged(changed, shownBy(changed), 1));
  await emit(profileChanged(changed));
  return staffView(write, viewer, changed);
}
