import { ListFestivalCallsResponseSchema } from '@marquee/contracts/festival/v1/calls_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { ManageFrame } from '../../features/organizations/manage-frame.tsx';
import { CallsDesk } from '../../features/submissions/calls-desk.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/calls-desk';

export const meta = () => [{ title: pageTitle(_('Submissions')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization } = await getManaged(args);
  const desk = await args.context.get(api).calls.listFestivalCalls({ festivalId: organization.id });
  return { organization, desk: packed(ListFestivalCallsResponseSchema, desk) };
}

export default function CallsDeskRoute({ loaderData: { organization, desk } }: Route.ComponentProps) {
  return (
    <ManageFrame organization={organization}>
      <CallsDesk festivalId={organization.id} desk={usePacked(ListFestivalCallsResponseSchema, desk)} />
    </ManageFrame>
  );
}
