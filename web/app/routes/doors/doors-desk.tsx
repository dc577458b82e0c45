import { ListDoorsResponseSchema } from '@marquee/contracts/festival/v1/door_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { DoorsDesk } from '../../features/doors/doors-desk.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/doors-desk';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Doors')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId } = args.params;
  return { answer: packed(ListDoorsResponseSchema, await args.context.get(api).doors.listDoors({ eventId })) };
}

export default function DoorsDeskRoute({ loaderData: { answer } }: Route.ComponentProps) {
  const doors = usePacked(ListDoorsResponseSchema, answer);
  return doors.event ? <DoorsDesk key={doors.event.id} event={doors.event} first={doors} /> : null;
}
