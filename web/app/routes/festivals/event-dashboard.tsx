import { GetEventBooksResponseSchema } from '@marquee/contracts/festival/v1/books_pb';
import { GetEventDashboardResponseSchema } from '@marquee/contracts/festival/v1/dashboard_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { EventDashboard } from '../../features/dashboard/event-dashboard.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/event-dashboard';

export const meta = () => [{ title: pageTitle(_('Dashboard')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId } = args.params;
  const { dashboards, eventBooks } = args.context.get(api);
  const [dashboard, books] = await Promise.all([
    dashboards.getEventDashboard({ eventId }),
    eventBooks.getEventBooks({ eventId }),
  ]);
  return {
    eventId,
    dashboard: packed(GetEventDashboardResponseSchema, dashboard),
    books: packed(GetEventBooksResponseSchema, books),
  };
}

export default function EventDashboardRoute({ loaderData: { eventId, dashboard, books } }: Route.ComponentProps) {
  const first = usePacked(GetEventDashboardResponseSchema, dashboard);
  const { books: known } = usePacked(GetEventBooksResponseSchema, books);
  return <EventDashboard key={eventId} eventId={eventId} first={first} books={known} />;
}
