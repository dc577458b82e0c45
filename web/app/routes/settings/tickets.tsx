import { ListOwnTicketsResponseSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound, requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { OwnTickets, TICKET_GROUPS } from '../../features/tickets/own-tickets.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/tickets';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('My tickets')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { when } = args.params;
  if (when !== undefined && when !== 'past') throw notFound('');
  const past = when === 'past';
  const page = await args.context.get(api).tickets.listOwnTickets({ past, pageSize: TICKET_GROUPS });
  return { page: packed(ListOwnTicketsResponseSchema, page), past };
}

export default function TicketsRoute({ loaderData: { page, past } }: Route.ComponentProps) {
  const { groups, nextCursor } = usePacked(ListOwnTicketsResponseSchema, page);
  return (
    <SettingsPage title={_('My tickets')}>
      <OwnTickets key={String(past)} first={groups} cursor={nextCursor} past={past} />
    </SettingsPage>
  );
}
