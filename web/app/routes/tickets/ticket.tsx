import { GetOwnTicketResponseSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { qrCodeOf } from '@marquee/rules/qr-code';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { TicketPage } from '../../features/tickets/ticket-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/ticket';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Ticket')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId, userTicketId } = args.params;
  const found = await args.context.get(api).tickets.getOwnTicket({ eventId, userTicketId });
  return { found: packed(GetOwnTicketResponseSchema, found), code: qrCodeOf(found.code) };
}

export default function TicketRoute({ loaderData: { found, code } }: Route.ComponentProps) {
  const { ticket, refund } = usePacked(GetOwnTicketResponseSchema, found);
  return ticket?.event ? (
    <TicketPage key={ticket.id} ticket={ticket} event={ticket.event} code={code} refund={refund} />
  ) : null;
}
