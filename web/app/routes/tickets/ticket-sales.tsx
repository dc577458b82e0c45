import { ListPromoCodesResponseSchema } from '@marquee/contracts/festival/v1/promo_code_pb';
import { ListEventTicketTypesResponseSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { TicketSales } from '../../features/tickets/ticket-sales.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/ticket-sales';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Ticket sales')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId } = args.params;
  const { ticketTypes, promoCodes } = args.context.get(api);
  const [sales, codes] = await Promise.all([
    ticketTypes.listEventTicketTypes({ eventId }),
    promoCodes.listPromoCodes({ eventId }),
  ]);
  return {
    sales: packed(ListEventTicketTypesResponseSchema, sales),
    codes: packed(ListPromoCodesResponseSchema, codes),
  };
}

export default function TicketSalesRoute({ loaderData }: Route.ComponentProps) {
  const sales = usePacked(ListEventTicketTypesResponseSchema, loaderData.sales);
  const { codes } = usePacked(ListPromoCodesResponseSchema, loaderData.codes);
  return sales.event ? <TicketSales event={sales.event} sales={sales} codes={codes} /> : null;
}
