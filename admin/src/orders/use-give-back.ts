import { useMutation } from '@connectrpc/connect-query';
import { SoldOrderState, TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { useTicketOrdersRefresh } from './use-ticket-orders-refresh.ts';

export type GiveBack = ReturnType<typeof useGiveBack>;

/** Takes an order back, or one ticket of it. */
export function useGiveBack(orderId: string) {
  const mutation = useMutation(TicketDeskService.method.returnTicketOrder);
  const refresh = useTicketOrdersRefresh();
  return {
    isPending: mutation.isPending,
    refresh,
    async of(userTicketId: string, reason: string) {
      const { order } = await mutation.mutateAsync({ orderId, userTicketId, reason });
      const isBack = order?.refunding === false && order.state !== SoldOrderState.RETURNING;
      return { isBack, failure: order?.refundFailure ?? '' };
    },
  };
}
