import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { UserRecordsService } from '@marquee/contracts/film/v1/user_records_pb';
import { PlanBackOfficeService } from '@marquee/contracts/identity/v1/plans_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { useQueryClient } from '@tanstack/react-query';

/** Loads again what pages show of people, once something has changed. */
export function useUsersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const transport = useTransport();
  return async () => {
    for (const schema of [UserBackOfficeService, UserRecordsService, SalesService, PlanBackOfficeService]) {
      await queries.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, transport, cardinality: undefined }),
      });
    }
  };
}
