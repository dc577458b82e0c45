import type { JsonValue } from '@bufbuild/protobuf';
import { GetInvitedCreditResponseSchema, ListOwnCreditsResponseSchema } from '@marquee/contracts/film/v1/crew_pb';
import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { refusalOf } from '../../api/api-error.ts';
import { type Api, api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { InvitedCredit } from '../../features/credits/invited-credit.tsx';
import { CREDITS_PAGE_SIZE, OwnCredits } from '../../features/credits/own-credits.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { Banner } from '../../ui/banner.tsx';
import type { Route } from './+types/credits.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Credits')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { crew } = args.context.get(api);
  const invitationToken = args.url.searchParams.get('invitation') ?? '';
  const [page, invited] = await Promise.all([
    crew.listOwnCredits({ pageSize: CREDITS_PAGE_SIZE }),
    invitationToken ? invitedCredit(crew, invitationToken) : null,
  ]);
  return { page: packed(ListOwnCreditsResponseSchema, page), invitationToken, invited };
}

/** What an invitation asks; null when it has ended. */
async function invitedCredit(crew: Api['crew'], invitationToken: string) {
  try {
    return packed(GetInvitedCreditResponseSchema, await crew.getInvitedCredit({ invitationToken }));
  } catch (thrown) {
    if (refusalOf(thrown).code === 'NotFound') return null;
    throw thrown;
  }
}

export default function CreditsRoute({ loaderData: { page, invitationToken, invited } }: Route.ComponentProps) {
  const { credits, nextCursor } = usePacked(ListOwnCreditsResponseSchema, page);
  const invitation = invited ? (
    <Invited key={invitationToken} {...{ invitationToken, invited }} />
  ) : (
    invitationToken && <Banner>{_(CREW_MESSAGES.invitationNotFound)}</Banner>
  );
  return <OwnCredits first={credits} cursor={nextCursor} invitation={invitation} />;
}

function Invited({ invitationToken, invited }: { invitationToken: string; invited: JsonValue }) {
  return <InvitedCredit {...{ invitationToken }} invited={usePacked(GetInvitedCreditResponseSchema, invited)} />;
}
