import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { CampaignService } from '@marquee/contracts/film/v1/campaigns_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { useQueryClient } from '@tanstack/react-query';

/** Loads again what pages show of campaigns and of the history of films, once something has changed. */
export function useCampaignsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const transport = useTransport();
  return async () => {
    for (const schema of [CampaignService, ModerationService]) {
      await queries.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, transport, cardinality: undefined }),
      });
    }
  };
}
