import { ListBallotsResponseSchema, ListVoteRecordsResponseSchema } from '@marquee/contracts/festival/v1/vote_pb';
import { VOTE_MESSAGES } from '@marquee/rules/votes';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound } from '../../api/viewer.ts';
import { VoteRecordsPage } from '../../features/votes/vote-records-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/vote-records';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Records of the vote')) }];

export async function loader({ params: { eventId, ballotId }, context }: Route.LoaderArgs) {
  const { votes } = context.get(api);
  const [list, records] = await Promise.all([votes.listBallots({ eventId }), votes.listVoteRecords({ ballotId })]);
  const ballots = list.ballots.filter(({ id }) => id === ballotId);
  if (ballots.length === 0) throw notFound(_(VOTE_MESSAGES.notFound));
  return {
    ballots: packed(ListBallotsResponseSchema, { ...list, ballots }),
    records: packed(ListVoteRecordsResponseSchema, records),
  };
}

export default function VoteRecordsRoute({ loaderData }: Route.ComponentProps) {
  const [ballot] = usePacked(ListBallotsResponseSchema, loaderData.ballots).ballots;
  const records = usePacked(ListVoteRecordsResponseSchema, loaderData.records);
  return ballot ? <VoteRecordsPage ballot={ballot} records={records} /> : null;
}
