import { ProfileService } from '@marquee/contracts/identity/v1/people_pb';
import { type CallContext, implement } from '@marquee/runtime/rpc/implement';
import { requireAccount } from '@marquee/runtime/viewer';
import { accountNotFound } from '../account/account-errors.ts';
import { userMessage } from '../account/account-messages.ts';
import type { IdentityResources } from '../resources.ts';
import { updateProfile } from './update-profile.ts';

/** A person's own account. */
export function profileService(resources: IdentityResources) {
  return implement(ProfileService, {
    getCurrentUser: async (_request, context) => {
      const { accountId } = requireAccount(context.viewer);
      const account = await resources.prisma.account.findUnique({ where: { id: accountId } });
      if (!account) throw accountNotFound();
      return { user: userMessage(account) };
    },
    updateProfile: (request, context) =>
      updateProfile(resources, requireAccount(context.viewer), request, methodName(context)),
  });
}

function methodName({ method }: CallContext): string {
  return `${method.parent.typeName}/${method.name}`;
}
