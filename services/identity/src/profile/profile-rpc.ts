import { ProfileService, type UpdateProfileRequest } from '@marquee/contracts/identity/v1/people_pb';
import { updateProfileSchema } from '@marquee/rules/profile';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { z } from 'zod';
import { accountTypeName, consumerTypeName, userMessage } from '../account/account-messages.ts';
import type { Account } from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import { getCurrentUser } from './get-current-user.ts';
import { updateProfile } from './update-profile.ts';

/** A person's own account. */
export const profileRpc = rpc<IdentityResources>()(ProfileService, {
  getCurrentUser: read(z.object({}), getCurrentUser, (account: Account) => ({ user: userMessage(account) })),
  updateProfile: write(
    updateProfileSchema,
    updateProfile,
    ({ account, next }) => ({ user: userMessage(account), next }),
    { from: plainUpdate },
  ),
});

function plainUpdate({ type, consumerType, talents, ...fields }: UpdateProfileRequest) {
  return {
    ...fields,
    type: type === undefined ? undefined : accountTypeName(type),
    consumerType: consumerType === undefined ? undefined : consumerTypeName(consumerType),
    talents: talents?.talents,
  };
}
