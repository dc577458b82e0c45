import { useMutation } from '@connectrpc/connect-query';
import { SoldOrderState, TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { useTicketOrdersRefresh } from './use-ticket-orders-refresh.ts';

export type GiveBack = ReturnType<typeof useGiveBack>;

/** Takes an order back, or one ticket of it. */
export function useGiveBack(orderId: string) {
  const mutation = useMutation(TicketDeskService.method.returnTicketOrder);
  const owed = useMutation(TicketDeskService.method.refundOwedTickets);
  const refresh = useTicketOrdersRefresh();
  return {
    isPending: mutation.isPending || owed.isPending,
    refresh,
    /** What a refund left owed that failed later. */
    owed: async (asked: { reason: string; paidElsewhere: boolean }) =>
      (await owed.mutateAsync({ orderId, ...asked })).order,
    async of(userTicketId: string, reason: string) {
      const { order } = await mutation.mutateAsync({ orderId, userTicketId, reason });
      const isBack = order?.refunding === false && order.state !== SoldOrderState.RETURNING;
      return { isBack, failure: order?.refundFailure ?? '' };
    },
  };
}
