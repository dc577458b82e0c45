import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import type { Route } from './+types/ticket-pass';

/** A ticket as a file that a phone adds to its wallet [TIC-07]. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId, userTicketId } = args.params;
  const { applePass } = await args.context.get(api).tickets.getTicketPass({ eventId, userTicketId });
  const headers = {
    'content-type': 'application/vnd.apple.pkpass',
    'content-disposition': 'attachment; filename="ticket.pkpass"',
    'cache-control': 'no-store',
  };
  return new Response(Buffer.from(applePass), { headers });
}
