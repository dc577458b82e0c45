import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { currentUserMessage } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { setLanguageCookie, setStartedChallengeCookie } from '../session/browser-metadata.ts';
import { getCurrentUser } from './get-current-user.ts';
import { prepareUpdate } from './prepare-update.ts';
import { updatedProfileMessage, updateProfileInput } from './profile-message.ts';
import { updateProfile, updateProfileSchema } from './update-profile.ts';

/** A person's own account. */
export const profileRpc = rpc<IdentityResources>()(ProfileService, {
  getCurrentUser: read(noInput, getCurrentUser, currentUserMessage),
  updateProfile: write(updateProfileSchema, updateProfile, updatedProfileMessage, {
    from: updateProfileInput,
    before: prepareUpdate,
    repeatsBefore: true,
    after: (resources, result, context, { browser }, { user }) => {
      setStartedChallengeCookie(resources, result, context, browser);
      setLanguageCookie(context, user?.preferredLanguage);
    },
  }),
});
