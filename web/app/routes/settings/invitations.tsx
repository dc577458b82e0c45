import { ListOwnCreditsResponseSchema } from '@marquee/contracts/film/v1/crew_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { INVITATIONS_PAGE_SIZE, OwnInvitations } from '../../features/settings/own-invitations.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/invitations';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Invitations')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const page = await args.context.get(api).crew.listOwnCredits({ pageSize: INVITATIONS_PAGE_SIZE });
  return { page: packed(ListOwnCreditsResponseSchema, page) };
}

export default function InvitationsRoute({ loaderData: { page } }: Route.ComponentProps) {
  const { credits, nextCursor } = usePacked(ListOwnCreditsResponseSchema, page);
  return (
    <SettingsPage title={_('Invitations')} lead={_('Films that name you in their crew.')}>
      <OwnInvitations first={credits} cursor={nextCursor} />
      {credits.length > 0 ? (
        <LinkButton to="/credits" className="justify-self-start">
          {_('Answer in your credits')}
        </LinkButton>
      ) : null}
    </SettingsPage>
  );
}
