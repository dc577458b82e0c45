import { ListAssignmentsResponseSchema } from '@marquee/contracts/festival/v1/judging_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { JudgedCallPage } from '../../features/submissions/judging-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/judged-call';

export const meta = () => [{ title: pageTitle(_('Judging')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const answer = await args.context.get(api).judge.listAssignments({ callId: args.params.callId });
  return { answer: packed(ListAssignmentsResponseSchema, answer) };
}

export default function JudgedCallRoute({ loaderData }: Route.ComponentProps) {
  return <JudgedCallPage answer={usePacked(ListAssignmentsResponseSchema, loaderData.answer)} />;
}
