import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { updateProfileSchema } from '@marquee/rules/profile';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { currentUserMessage, updatedProfileMessage, updateProfileInput } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { getCurrentUser } from './get-current-user.ts';
import { keepSentPictures } from './sent-pictures.ts';
import { updateProfile } from './update-profile.ts';

/** A person's own account. */
export const profileRpc = rpc<IdentityResources>()(ProfileService, {
  getCurrentUser: read(noInput, getCurrentUser, currentUserMessage),
  updateProfile: write(updateProfileSchema, updateProfile, updatedProfileMessage, {
    from: updateProfileInput,
    before: keepSentPictures,
  }),
});
