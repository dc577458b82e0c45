import { isProfileName, updateProfileSchema as profileSchema, type UpdateProfile } from '@marquee/rules/profile';
import { withSocialLinks } from '@marquee/rules/social-links';
import { talentsFor } from '@marquee/rules/talents';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound, namesInvalid, onboardingIncomplete, talentUnknown } from '../account/account-errors.ts';
import { profileChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import type { Challenge } from '../challenge/challenges.ts';
import type { StartingBrowser } from '../challenge/issue-challenge.ts';
import { startContactChange } from '../contact/start-contact-change.ts';
import type { IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { onboardedPath, progressOf } from './onboarding.ts';

export const updateProfileSchema = profileSchema.extend({
  ...withBrowserSchema.shape,
  requestId: z.string(),
});

/** With a challenge where a new email or phone number waits to be proven. */
export type UpdatedProfile = { account: accounts.Account; next: string; challenge?: Challenge | undefined };

/** The screens on which a new address is proven [AUT-14]. */
const PROVING = { EMAIL: '/settings/verify-email', PHONE: '/settings/verify-phone' } as const;

/** Changes the fields that are given; a new email or phone is first proven [PRO-15]; the last step of onboarding ends it [ONB-01]. */
export async function updateProfile(
  write: IdentityWrite,
  viewer: AccountViewer,
  update: z.output<typeof updateProfileSchema>,
  browser: StartingBrowser | undefined,
): Promise<UpdatedProfile> {
  const { tx, emit, clock } = write;
  const account = await accounts.lock(tx, viewer.accountId);
  if (!account) throw accountNotFound();
  if (!account.isOnboarding) requireProfileNames(account, update);
  const fields = applyUpdate(account, update);
  const { isOnboarding, next } = progress(account, fields, update);
  const changed = await accounts.updateProfile(tx, account.id, { ...fields, isOnboarding }, clock.now());
  if (!changed) throw accountNotFound();
  await emit(profileChanged(changed));
  const contact = await startContactChange(write, viewer, changed, update, browser);
  const { challenge } = contact;
  return { account: contact.account, challenge, next: challenge ? PROVING[challenge.channel] : next };
}

function progress(account: accounts.Account, fields: accounts.ProfileFields, update: UpdateProfile) {
  if (!account.isOnboarding) return { isOnboarding: false, next: onboardedPath(fields) };
  const result = progressOf(fields, update);
  if (!result.done && result.failed) throw onboardingIncomplete();
  return { isOnboarding: !result.done, next: result.next };
}

/** The fields after the update. Talents belong to a type: another type starts without [ONB-05]. */
function applyUpdate(account: accounts.ProfileFields, update: UpdateProfile): accounts.ProfileFields {
  const consumerType = update.consumerType ?? account.consumerType;
  const isPro = consumerType === 'ENTERTAINMENT_PRO';
  const accountType = isPro || consumerType === 'B2B' ? (update.type ?? account.accountType) : null;
  const keptTalents = accountType === account.accountType ? account.talents : [];
  const talents = update.talents ?? keptTalents;
  if (update.talents) requireOwnTalents(accountType, update.talents);
  return {
    firstName: update.firstName ?? account.firstName,
    lastName: update.lastName ?? account.lastName,
    bio: update.bio ?? account.bio,
    country: update.country ?? account.country,
    state: update.state ?? account.state,
    city: update.city ?? account.city,
    accountType,
    consumerType,
    talents,
    isOnboarding: account.isOnboarding,
    preferredLanguage: update.preferredLanguage ?? account.preferredLanguage,
    socialLinks: withSocialLinks(account.socialLinks, update.socialLinks ?? []),
    union: update.union ?? account.union,
    profileVisibility: update.profileVisibility ?? account.profileVisibility,
  };
}

/** A name that stays as it is needs no check: onboarding takes names that a profile does not [PRO-08]. */
function requireProfileNames(account: accounts.ProfileFields, update: UpdateProfile): void {
  const wrong = (['firstName', 'lastName'] as const).filter((field) => {
    const name = update[field];
    return name !== undefined && name !== account[field] && !isProfileName(name);
  });
  if (wrong.length > 0) throw namesInvalid(wrong);
}

function requireOwnTalents(accountType: string | null, talents: string[]): void {
  const allowed = accountType === 'INDIVIDUAL' || accountType === 'COMPANY' ? talentsFor(accountType) : [];
  if (talents.some((talent) => !allowed.includes(talent))) throw talentUnknown();
}
