import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { eventsPage } from '../../features/programme/event-view.ts';
import { MySchedulePage } from '../../features/programme/my-schedule-page.tsx';
import { SCHEDULE_PAGE_SIZE } from '../../features/programme/star-button.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/my-schedule';

export const meta = () => [{ title: pageTitle(_('My schedule')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { programme } = args.context.get(api);
  return { first: eventsPage(await programme.listMySchedule({ pageSize: SCHEDULE_PAGE_SIZE })) };
}

export default function MyScheduleRoute({ loaderData }: Route.ComponentProps) {
  return <MySchedulePage first={loaderData.first} />;
}
