import { GetEventResponseSchema } from '@marquee/contracts/festival/v1/programme_pb';
import { ListBallotsResponseSchema } from '@marquee/contracts/festival/v1/vote_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { forbidden, requireViewer } from '../../api/viewer.ts';
import { BallotsDesk } from '../../features/votes/ballots-desk.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/ballots-desk';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Votes')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { programme, votes } = args.context.get(api);
  const { eventId } = args.params;
  const [event, ballots] = await Promise.all([programme.getEvent({ eventId }), votes.listBallots({ eventId })]);
  if (!event.canManage) throw forbidden();
  return { event: packed(GetEventResponseSchema, event), ballots: packed(ListBallotsResponseSchema, ballots) };
}

export default function BallotsDeskRoute({ loaderData }: Route.ComponentProps) {
  const { event } = usePacked(GetEventResponseSchema, loaderData.event);
  const { ballots } = usePacked(ListBallotsResponseSchema, loaderData.ballots);
  return event ? (
    <BallotsDesk festivalId={event.festivalId} event={event} blocks={event.blocks} ballots={ballots} />
  ) : null;
}
