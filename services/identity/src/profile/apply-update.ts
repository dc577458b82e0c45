import type { UpdateProfile } from '@marquee/rules/profile';
import { withSocialLinks } from '@marquee/rules/social-links';
import { talentsFor } from '@marquee/rules/talents';
import { talentUnknown } from '../account/account-errors.ts';
import type { ProfileFields } from '../account/accounts.ts';

/** A change of a profile by its owner or by staff, who may also make an account b2b. */
export type ProfileUpdate = Omit<UpdateProfile, 'consumerType'> & {
  consumerType?: UpdateProfile['consumerType'] | 'B2B';
};

/** The fields after the update, besides pictures. Talents belong to a type: another type starts without [ONB-05] [PRO-21]. */
export function applyUpdate(
  account: ProfileFields,
  update: ProfileUpdate,
): Omit<ProfileFields, 'profilePicture' | 'gallery' | 'availability'> {
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

function requireOwnTalents(accountType: string | null, talents: string[]): void {
  const allowed = accountType === 'INDIVIDUAL' || accountType === 'COMPANY' ? talentsFor(accountType) : [];
  if (talents.some((talent) => !allowed.includes(talent))) throw talentUnknown();
}
