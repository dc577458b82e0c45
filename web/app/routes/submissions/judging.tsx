import { ListJudgingResponseSchema } from '@marquee/contracts/festival/v1/judging_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { JudgingPage } from '../../features/submissions/judging-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/judging';

export const meta = () => [{ title: pageTitle(_('Judging')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return { answer: packed(ListJudgingResponseSchema, await args.context.get(api).judge.listJudging({})) };
}

export default function JudgingRoute({ loaderData }: Route.ComponentProps) {
  return <JudgingPage calls={usePacked(ListJudgingResponseSchema, loaderData.answer).calls} />;
}
