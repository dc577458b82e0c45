import {
  AccountType,
  AvailabilityKind,
  ConsumerType,
  ProfileVisibility,
} from '@marquee/contracts/identity/v1/account_pb';
import type { UpdateProfileRequest } from '@marquee/contracts/identity/v1/profile_pb';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import type { Answering } from '@marquee/service/use-case';
import { userNextMessage } from '../account/account-message.ts';
import { startedMessage } from '../challenge/auth-message.ts';
import type { IdentityResources } from '../resources.ts';
import { withBrowser } from '../session/browser-metadata.ts';
import type { UpdatedProfile } from './update-profile.ts';

/** A change of the profile with types by their names, talents in a list, and the browser that asks. */
export function updateProfileInput(request: UpdateProfileRequest, context: CallContext) {
  const { type, consumerType, talents, profileVisibility, profilePicture, gallery, availability, ...fields } = request;
  return withBrowser(
    {
      ...fields,
      profilePicture: profilePicture && { ...profilePicture },
      gallery: gallery?.photos.map((photo) => ({ ...photo })),
      availability: availability?.periods.map(({ kind, firstDay, lastDay, note }) => ({
        ...{ kind: AvailabilityKind[kind] ?? '', firstDay, lastDay, note },
      })),
      type: type === undefined ? undefined : (AccountType[type] ?? ''),
      consumerType: consumerType === undefined ? undefined : (ConsumerType[consumerType] ?? ''),
      talents: talents?.talents,
      profileVisibility: profileVisibility === undefined ? undefined : (ProfileVisibility[profileVisibility] ?? ''),
    },
    context,
  );
}

/** The person as they are now, and the challenge of an address that waits to be proven. */
export function updatedProfileMessage(updated: UpdatedProfile, answering: Answering<IdentityResources>) {
  const { challenge, grants } = updated;
  return { ...userNextMessage(updated), grants, ...(challenge && startedMessage(challenge, answering)) };
}
