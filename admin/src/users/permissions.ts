import { useQuery } from '@connectrpc/connect-query';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { type Permission, permits } from '@marquee/contracts/permissions';

/** The member of staff who looks at the page, and what they may do; nothing while it is not known. */
export function useStaff() {
  const { data } = useQuery(ProfileService.method.getCurrentUser, {});
  const roles = (data?.user?.roles ?? []).map((role) => Role[role] ?? '');
  return {
    accountId: data?.user?.id,
    may: (permission: Permission) => permits(roles, permission),
  };
}
