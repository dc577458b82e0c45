import { ListTicketGiftsResponseSchema } from '@marquee/contracts/festival/v1/gift_pb';
import { ListOwnCreditsResponseSchema } from '@marquee/contracts/film/v1/crew_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { INVITATIONS_PAGE_SIZE, OwnInvitations } from '../../features/settings/own-invitations.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { TicketGifts } from '../../features/tickets/gift-list.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/invitations';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Invitations')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { crew, gifts } = args.context.get(api);
  const [page, tickets] = await Promise.all([
    crew.listOwnCredits({ pageSize: INVITATIONS_PAGE_SIZE }),
    gifts.listTicketGifts({}),
  ]);
  return {
    page: packed(ListOwnCreditsResponseSchema, page),
    tickets: packed(ListTicketGiftsResponseSchema, tickets),
  };
}

export default function InvitationsRoute({ loaderData: { page, tickets } }: Route.ComponentProps) {
  const { credits, nextCursor } = usePacked(ListOwnCreditsResponseSchema, page);
  const { waiting } = usePacked(ListTicketGiftsResponseSchema, tickets);
  return (
    <SettingsPage
      title={_('Invitations')}
      lead={_('Films that name you in their crew, and tickets that were sent to you.')}
    >
      <TicketGifts waiting={waiting} given={[]} />
      {credits.length > 0 || waiting.length === 0 ? <OwnInvitations first={credits} cursor={nextCursor} /> : null}
      {credits.length > 0 ? (
        <LinkButton to="/credits" className="justify-self-start">
          {_('Answer in your credits')}
        </LinkButton>
      ) : null}
    </SettingsPage>
  );
}
