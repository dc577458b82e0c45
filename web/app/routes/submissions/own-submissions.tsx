import { ListOwnSubmissionsResponseSchema } from '@marquee/contracts/festival/v1/submissions_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { OwnSubmissions } from '../../features/submissions/own-submissions.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/own-submissions';

export const meta = () => [{ title: pageTitle(_('My submissions')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const first = await args.context.get(api).submissions.listOwnSubmissions({});
  return { first: packed(ListOwnSubmissionsResponseSchema, first) };
}

export default function OwnSubmissionsRoute({ loaderData }: Route.ComponentProps) {
  const { submissions, nextCursor } = usePacked(ListOwnSubmissionsResponseSchema, loaderData.first);
  return <OwnSubmissions first={{ items: submissions, nextCursor }} />;
}
