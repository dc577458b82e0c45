import { create } from '@bufbuild/protobuf';
import { ListTicketGiftsResponseSchema } from '@marquee/contracts/festival/v1/gift_pb';
import { ListOwnTicketsResponseSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound, requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { TicketGifts } from '../../features/tickets/gift-list.tsx';
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
  const { tickets, gifts: giftsApi } = args.context.get(api);
  const [page, gifts] = await Promise.all([
    tickets.listOwnTickets({ past, pageSize: TICKET_GROUPS }),
    past ? create(ListTicketGiftsResponseSchema) : giftsApi.listTicketGifts({}),
  ]);
  const packedGifts = packed(ListTicketGiftsResponseSchema, gifts);
  return { page: packed(ListOwnTicketsResponseSchema, page), gifts: packedGifts, past };
}

export default function TicketsRoute({ loaderData: { page, gifts, past } }: Route.ComponentProps) {
  const { groups, nextCursor } = usePacked(ListOwnTicketsResponseSchema, page);
  const { waiting, given } = usePacked(ListTicketGiftsResponseSchema, gifts);
  return (
    <SettingsPage title={_('My tickets')}>
      <OwnTickets
        key={String(past)}
        first={groups}
        cursor={nextCursor}
        past={past}
        gifts={waiting.length + given.length > 0 ? <TicketGifts waiting={waiting} given={given} /> : null}
      />
    </SettingsPage>
  );
}
