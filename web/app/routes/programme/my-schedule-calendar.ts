import { api, site } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { calendarResponse, eventCalendar } from '../../features/programme/event-calendar.ts';
import { type EventView, eventsPage } from '../../features/programme/event-view.ts';
import { SCHEDULE_PAGE_SIZE } from '../../features/programme/star-button.tsx';
import type { Route } from './+types/my-schedule-calendar';

/** All that the viewer starred and that has not ended, as one file [FES-11]. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { programme } = args.context.get(api);
  const events: EventView[] = [];
  let cursor = '';
  // A schedule holds 500 events at the most.
  do {
    const page = eventsPage(await programme.listMySchedule({ pageSize: SCHEDULE_PAGE_SIZE, cursor }));
    events.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== '');
  return calendarResponse(eventCalendar(events, args.context.get(site).publicUrl), 'my-schedule');
}
