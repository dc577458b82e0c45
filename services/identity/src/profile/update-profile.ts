import { create } from '@bufbuild/protobuf';
import {
  type UpdateProfileRequest,
  type UpdateProfileResponse,
  UpdateProfileResponseSchema,
} from '@marquee/contracts/identity/v1/people_pb';
import { onceByRequest } from '@marquee/data/request-ids';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { type UpdateProfile, updateProfileSchema } from '@marquee/rules/profile';
import { talentsFor } from '@marquee/rules/talents';
import { invalid } from '@marquee/runtime/errors';
import { parse } from '@marquee/runtime/schema';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound, onboardingIncomplete } from '../account/account-errors.ts';
import { profileChanged } from '../account/account-events.ts';
import { accountTypeName, consumerTypeName, userMessage } from '../account/account-messages.ts';
import { type Account, accountStore, type ProfileFields } from '../account/account-store.ts';
import type { AccountResources } from '../resources.ts';
import { onboardedPath, progressOf } from './onboarding.ts';

/** Changes what is given and leaves the rest; the last step of onboarding ends it [ONB-01]. */
export async function updateProfile(
  { db, outbox, clock }: AccountResources,
  viewer: AccountViewer,
  request: UpdateProfileRequest,
  method: string,
): Promise<UpdateProfileResponse> {
  const update = readUpdate(request);
  const once = { viewerId: viewer.accountId, method, requestId: request.requestId, body: request };
  return db.transaction((tx) =>
    onceByRequest(tx, once, UpdateProfileResponseSchema, async () => {
      const account = await accountStore.lockForUpdate(tx, viewer.accountId);
      if (!account) throw accountNotFound();
      const fields = applyUpdate(account, update);
      const { next, ...onboarding } = progress(account, fields, update);
      const changed = await accountStore.updateProfile(tx, account.id, { ...fields, ...onboarding }, clock.now());
      if (!changed) throw accountNotFound();
      await outbox.append(tx, profileChanged(changed));
      return create(UpdateProfileResponseSchema, { user: userMessage(changed), next });
    }),
  );
}

function readUpdate(request: UpdateProfileRequest): UpdateProfile {
  const { type, consumerType, talents } = request;
  return parse(updateProfileSchema, {
    ...request,
    type: type === undefined ? undefined : accountTypeName(type),
    consumerType: consumerType === undefined ? undefined : consumerTypeName(consumerType),
    talents: talents?.talents,
  });
}

function progress(account: Account, fields: ProfileFields, update: UpdateProfile) {
  if (!account.isOnboarding) return { isOnboarding: false, next: onboardedPath(fields) };
  const result = progressOf(fields, update);
  if (!result.done && result.failed) throw onboardingIncomplete();
  return { isOnboarding: !result.done, next: result.next };
}

/** The fields after the update. Talents belong to a type: another type starts without [ONB-05]. */
function applyUpdate(account: ProfileFields, update: UpdateProfile): ProfileFields {
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
  };
}

function requireOwnTalents(accountType: string | null, talents: string[]): void {
  const allowed = accountType === 'INDIVIDUAL' || accountType === 'COMPANY' ? talentsFor(accountType) : [];
  if (talents.some((talent) => !allowed.includes(talent))) {
    throw invalid([{ field: 'talents', message: ACCOUNT_MESSAGES.talentUnknown }]);
  }
}
