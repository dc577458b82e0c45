import { notFound, requireViewer } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/ticket';

export const meta = () => [{ title: pageTitle(_('Ticket')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  throw notFound(_('Could not find your ticket. Please contact support if you are having trouble.'));
}

export default function TicketRoute() {
  return null;
}
