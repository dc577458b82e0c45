import { GetDeskSubmissionResponseSchema } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { DeskSubmissionPage } from '../../features/submissions/desk-submission.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/desk-submission';

export const meta = () => [{ title: pageTitle(_('Submissions')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization } = await getManaged(args);
  const { submissionId } = args.params;
  const answer = await args.context.get(api).submissionDesk.getDeskSubmission({ submissionId });
  return { festivalId: organization.id, answer: packed(GetDeskSubmissionResponseSchema, answer) };
}

export default function DeskSubmissionRoute({ loaderData }: Route.ComponentProps) {
  const answer = usePacked(GetDeskSubmissionResponseSchema, loaderData.answer);
  const { submission } = answer;
  return submission ? (
    <DeskSubmissionPage key={submission.id} {...{ submission, answer }} festivalId={loaderData.festivalId} />
  ) : null;
}
