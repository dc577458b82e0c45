import { GetBallotResponseSchema } from '@marquee/contracts/festival/v1/vote_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { VotePage } from '../../features/votes/vote-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/vote';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Vote')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const blockId = args.url.searchParams.get('blockId') ?? '';
  const answer = await args.context.get(api).votes.getBallot({ eventId: args.params.eventId, blockId });
  return { answer: packed(GetBallotResponseSchema, answer) };
}

export default function VoteRoute({ loaderData: { answer } }: Route.ComponentProps) {
  return <VotePage answer={usePacked(GetBallotResponseSchema, answer)} />;
}
