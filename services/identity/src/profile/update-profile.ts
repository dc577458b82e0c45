import { isProfileName, updateProfileSchema as profileSchema, type UpdateProfile } from '@marquee/rules/profile';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound, namesInvalid, onboardingIncomplete } from '../account/account-errors.ts';
import { coinsGranted, onboardingFinished, profileChanged, profilePicturesChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import type { Challenge } from '../challenge/challenges.ts';
import { startContactChange } from '../contact/start-contact-change.ts';
import type { IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { applyUpdate } from './apply-update.ts';
import { availabilityAfter } from './availability-after.ts';
import * as coinGrants from './coin-grants.ts';
import { onboardedPath, progressOf } from './onboarding.ts';
import { noPicture } from './picture-errors.ts';
import type { PreparedUpdate } from './prepare-update.ts';
import { galleryAfter, pictureIdOf, type SentPictures } from './sent-pictures.ts';

export const updateProfileSchema = profileSchema.extend({
  ...withBrowserSchema.shape,
  requestId: z.string(),
});

/** With a challenge where a new email or phone number waits to be proven. */
export type UpdatedProfile = {
  account: accounts.Account;
  next: string;
  challenge?: Challenge | undefined;
  grants: coinGrants.CoinGrant[];
};

/** The screens on which a new address is proven [AUT-14]. */
const PROVING = { EMAIL: '/settings/verify-email', PHONE: '/settings/verify-phone' } as const;

/** Changes the fields that are given; a new email or phone is first proven [PRO-15]; the last step of onboarding ends it [ONB-01]. */
export async function updateProfile(
  write: IdentityWrite,
  viewer: AccountViewer,
  update: z.output<typeof updateProfileSchema>,
  { browser, sent }: PreparedUpdate,
): Promise<UpdatedProfile> {
  const { tx, emit, clock } = write;
  const account = await accounts.lock(tx, viewer.accountId);
  if (!account) throw accountNotFound();
  if (!account.isOnboarding) requireProfileNames(account, update);
  if (update.profilePicture?.delete && !account.profilePicture) throw noPicture();
  const now = clock.now();
  const applied = applyUpdate(account, update);
  const fields = {
    ...{ ...applied, ...picturesAfter(account, sent) },
    availability: availabilityAfter({ ...applied, availability: account.availability }, update.availability, now),
  };
  const { isOnboarding, next } = progress(account, fields, update);
  const grants: coinGrants.CoinGrant[] = [];
  for (const grant of coinGrants.earnedBy(account, fields)) {
    if (await coinGrants.insert(tx, account.id, grant, now)) grants.push(grant);
  }
  const hasNewPictures = sent.profilePicture !== undefined || sent.gallery !== undefined;
  const isFinished = account.isOnboarding && !isOnboarding;
  const events = 1 + Number(hasNewPictures) + Number(isFinished) + grants.length;
  const changed = await accounts.updateProfile(tx, account.id, { ...fields, isOnboarding }, { now, events });
  let before = events;
  if (hasNewPictures) await emit(profilePicturesChanged(changed, shownBy(changed), --before));
  if (isFinished) await emit(onboardingFinished(changed, --before));
  for (const grant of grants) await emit(coinsGranted(changed, grant, --before));
  await emit(profileChanged(changed));
  const contact = await startContactChange(write, viewer, changed, update, browser);
  const { challenge } = contact;
  return { account: contact.account, challenge, grants, next: challenge ? PROVING[challenge.channel] : next };
}

function picturesAfter({ profilePicture, gallery }: accounts.ProfileFields, sent: SentPictures) {
  return {
    profilePicture: sent.profilePicture ?? profilePicture,
    gallery: sent.gallery ? galleryAfter(gallery, sent.gallery) : gallery,
  };
}

/** All pictures that an account shows. */
export function shownBy({ profilePicture, gallery }: accounts.Account): string[] {
  return [profilePicture, ...gallery.map(({ path }) => path)].map(pictureIdOf).filter(Boolean);
}

function progress(account: accounts.Account, fields: accounts.ProfileFields, update: UpdateProfile) {
  if (!account.isOnboarding) return { isOnboarding: false, next: onboardedPath(fields) };
  const result = progressOf(fields, update);
  if (!result.done && result.failed) throw onboardingIncomplete();
  return { isOnboarding: !result.done, next: result.next };
}

/** A name that stays as it is needs no check: onboarding takes names that a profile does not [PRO-08]. */
function requireProfileNames(account: accounts.ProfileFields, update: UpdateProfile): void {
  const wrong = (['firstName', 'lastName'] as const).filter((field) => {
    const name = update[field];
    return name !== undefined && name !== account[field] && !isProfileName(name);
  });
  if (wrong.length > 0) throw namesInvalid(wrong);
}
