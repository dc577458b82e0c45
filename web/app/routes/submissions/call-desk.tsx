import { GetCallResponseSchema } from '@marquee/contracts/festival/v1/calls_pb';
import { GetJudgingResponseSchema } from '@marquee/contracts/festival/v1/judging_pb';
import { ListDecisionMailsResponseSchema } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { CallDesk } from '../../features/submissions/call-desk.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/call-desk';

export const meta = () => [{ title: pageTitle(_('Submissions')) }];

export async function loader(args: Route.LoaderArgs) {
  const { mayEdit } = await getManaged(args);
  const { calls, judging, submissionDesk } = args.context.get(api);
  const named = { callId: args.params.callId };
  const [call, judged, mails] = await Promise.all([
    calls.getCall(named),
    judging.getJudging(named),
    submissionDesk.listDecisionMails(named),
  ]);
  return {
    ...{ mayEdit, call: packed(GetCallResponseSchema, call), judged: packed(GetJudgingResponseSchema, judged) },
    mails: packed(ListDecisionMailsResponseSchema, mails),
  };
}

export default function CallDeskRoute({ loaderData }: Route.ComponentProps) {
  const { call } = usePacked(GetCallResponseSchema, loaderData.call);
  const judging = usePacked(GetJudgingResponseSchema, loaderData.judged);
  const { mails } = usePacked(ListDecisionMailsResponseSchema, loaderData.mails);
  return call ? <CallDesk {...{ call, judging, mails }} mayEdit={loaderData.mayEdit} /> : null;
}
