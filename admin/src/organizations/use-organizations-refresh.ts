import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { useQueryClient } from '@tanstack/react-query';

/** Loads again what pages show of organizations, once something has changed. */
export function useOrganizationsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const transport = useTransport();
  return async () => {
    for (const schema of [OrganizationBackOfficeService, TeamService]) {
      await queries.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, transport, cardinality: undefined }),
      });
    }
  };
}
