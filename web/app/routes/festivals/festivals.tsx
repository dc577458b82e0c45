import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { FestivalsPage } from '../../features/organizations/festivals-page.tsx';
import {
  FILTER_NAMES,
  festivalsHref,
  festivalsRequest,
  filtersOf,
} from '../../features/organizations/organization-filters.ts';
import { organizationView } from '../../features/organizations/organization-view.ts';
import { eventView } from '../../features/programme/event-view.ts';
import { EVENTS_SHOWN } from '../../features/programme/festival-events.tsx';
import { _ } from '../../language/words.ts';
import { pageMeta, pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/festivals';

export const handle = { publicPage: { tags: () => ['festivals'], query: FILTER_NAMES } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({
    title: pageTitle(_('Festivals')),
    description: _('Festivals, clubs and music artists on Marquee.'),
    path: loaderData ? festivalsHref(loaderData.filters) : '/festivals',
    publicUrl: loaderData?.publicUrl,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = filtersOf(url.searchParams);
  const { organizations, programme } = context.get(api);
  const isFiltered = filters.q !== '' || filters.type !== '';
  const [answer, upcoming] = await Promise.all([
    organizations.listOrganizations(festivalsRequest(filters)),
    isFiltered ? undefined : programme.listUpcomingEvents({ pageSize: EVENTS_SHOWN }),
  ]);
  const events = (upcoming?.events ?? []).map(eventView);
  const list = { items: answer.organizations.map(organizationView), nextCursor: answer.nextCursor };
  return { publicUrl: context.get(site).publicUrl, filters, list, events };
}

export default function FestivalsRoute({ loaderData }: Route.ComponentProps) {
  const { filters, list, events } = loaderData;
  return <FestivalsPage filters={filters} list={list} events={events} />;
}
