import { GetAssignmentResponseSchema } from '@marquee/contracts/festival/v1/judging_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ScoreSheet } from '../../features/submissions/score-sheet.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/score-sheet';

export const meta = () => [{ title: pageTitle(_('Judging')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const answer = await args.context.get(api).judge.getAssignment({ submissionId: args.params.submissionId });
  return { answer: packed(GetAssignmentResponseSchema, answer) };
}

export default function ScoreSheetRoute({ loaderData }: Route.ComponentProps) {
  const answer = usePacked(GetAssignmentResponseSchema, loaderData.answer);
  return answer.assignment ? (
    <ScoreSheet key={answer.assignment.submissionId} answer={answer} assignment={answer.assignment} />
  ) : null;
}
