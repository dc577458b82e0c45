import { timestampDate } from '@bufbuild/protobuf/wkt';
import { GetOwnTicketResponseSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { qrCodeOf } from '@marquee/rules/qr-code';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { TicketInTransit } from '../../features/tickets/ticket-in-transit.tsx';
import { TicketPage } from '../../features/tickets/ticket-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/ticket';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Ticket')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId, userTicketId } = args.params;
  const found = await args.context.get(api).tickets.getOwnTicket({ eventId, userTicketId });
  const { ticket, code } = found;
  const end = ticket?.event?.endTime;
  const isUsable = !ticket?.event?.cancelled && end !== undefined && timestampDate(end) >= new Date();
  return { found: packed(GetOwnTicketResponseSchema, found), code: code ? qrCodeOf(code) : null, isUsable };
}

export default function TicketRoute({ loaderData: { found, code, isUsable } }: Route.ComponentProps) {
  const { ticket, refund, transit, passes, givesByText } = usePacked(GetOwnTicketResponseSchema, found);
  if (!ticket?.event) return null;
  const shown = { ticket, event: ticket.event };
  if (transit) return <TicketInTransit key={ticket.id} {...shown} transit={transit} />;
  if (!code) return null;
  return <TicketPage key={ticket.id} {...shown} {...{ code, refund, passes, givesByText, isUsable }} />;
}
