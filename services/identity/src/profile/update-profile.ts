import { isProfileName, type UpdateProfile } from '@marquee/rules/profile';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound, namesInvalid, onboardingIncomplete } from '../account/account-errors.ts';
import { profileChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { applyUpdate } from './apply-update.ts';
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

/** A name that stays as it is needs no check: onboarding takes names that a profile does not [PRO-08]. */
function requireProfileNames(account: accounts.ProfileFields, update: UpdateProfile): void {
  const wrong = (['firstName', 'lastName'] as const).filter((field) => {
    const name = update[field];
    return name !== undefined && name !== account[field] && !isProfileName(name);
  });
  if (wrong.length > 0) throw namesInvalid(wrong);
}
