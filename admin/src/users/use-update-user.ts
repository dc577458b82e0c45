import type { MessageInitShape } from '@bufbuild/protobuf';
import { useMutation } from '@connectrpc/connect-query';
import {
  type UpdateUserRequestSchema,
  UserBackOfficeService,
} from '@marquee/contracts/identity/v1/user_back_office_pb';
import { useUsersRefresh } from './use-users-refresh.ts';

export type UserChanges = Omit<
  MessageInitShape<typeof UpdateUserRequestSchema>,
  '$typeName' | 'accountId' | 'requestId'
>;

/** Saves changes of a user and loads again what shows them. */
export function useUpdateUser(accountId: string) {
  const refresh = useUsersRefresh();
  const update = useMutation(UserBackOfficeService.method.updateUser);
  const save = async (changes: UserChanges): Promise<void> => {
    await update.mutateAsync({ accountId, ...changes });
    await refresh();
  };
  return { save, pending: update.isPending };
}
