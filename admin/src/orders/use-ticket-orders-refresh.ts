import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { useQueryClient } from '@tanstack/react-query';

/** Loads again what pages show of orders of tickets, once one has changed. */
export function useTicketOrdersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const transport = useTransport();
  return () =>
    queries.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: TicketDeskService, transport, cardinality: undefined }),
    });
}
