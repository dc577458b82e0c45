import { isProfileName, type UpdateProfile } from '@marquee/rules/profile';
import { withSocialLinks } from '@marquee/rules/social-links';
import { talentsFor } from '@marquee/rules/talents';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound, namesInvalid, onboardingIncomplete, talentUnknown } from '../account/account-errors.ts';
import { profileChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { onboardedPath, progressOf } from './onboarding.ts';

type UpdatedProfile = { account: accounts.Account; next: string };

/** Changes the fields that are given [PRO-15]; the last step of onboarding ends it [ONB-01]. */
export async function updateProfile(
  { tx, emit, clock }: IdentityWrite,
  viewer: AccountViewer,
  update: UpdateProfile,
): Promise<UpdatedProfile> {
  const account = await accounts.lock(tx, viewer.accountId);
  if (!account) throw accountNotFound();
  if (!account.isOnboarding) requireProfileNames(account, update);
  const fields = applyUpdate(account, update);
  const { isOnboarding, next } = progress(account, fields, update);
  const changed = await accounts.updateProfile(tx, account.id, { ...fields, isOnboarding }, clock.now());
  if (!changed) throw accountNotFound();
  await emit(profileChanged(changed));
  return { account: changed, next };
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
