import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { useRefresh } from '../shell/use-refresh.ts';

/** Loads again what pages show of orders of tickets, once one has changed. */
export const useTicketOrdersRefresh = (): (() => Promise<void>) => useRefresh(TicketDeskService);
