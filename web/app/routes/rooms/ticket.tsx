import { notFound, requireViewer } from '../../api/viewer.ts';
import type { Route } from './+types/ticket';

export const meta = () => [{ title: 'Ticket · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  throw notFound('Could not find your ticket. Please contact support if you are having trouble.');
}

export default function TicketRoute() {
  return null;
}
