import { PROGRAMME_MESSAGES } from '@marquee/rules/programme';
import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { eventMeta } from '../../features/programme/event-meta.ts';
import { EventPage } from '../../features/programme/event-page.tsx';
import { getEventView } from '../../features/programme/get-event-view.ts';
import { ballotView } from '../../features/votes/ballot-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/event';

export const handle = { publicPage: { tags: ({ eventId }) => [`event:${eventId}`] } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? eventMeta(loaderData.event, loaderData.publicUrl)
    : [{ title: pageTitle(_(PROGRAMME_MESSAGES.eventNotFound)) }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const clients = context.get(api);
  const event = await getEventView(clients, params.eventId);
  const { ballots } = await clients.votes.listBallots({ eventId: event.id });
  return { publicUrl: context.get(site).publicUrl, event, ballots: ballots.map(ballotView) };
}

export default function EventRoute({ loaderData }: Route.ComponentProps) {
  return <EventPage key={loaderData.event.id} event={loaderData.event} ballots={loaderData.ballots} />;
}
