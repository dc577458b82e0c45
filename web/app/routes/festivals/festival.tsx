import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { festivalMeta } from '../../features/organizations/festival-meta.ts';
import { FestivalPage } from '../../features/organizations/festival-page.tsx';
import { organizationView } from '../../features/organizations/organization-view.ts';
import { eventView } from '../../features/programme/event-view.ts';
import { EVENTS_SHOWN } from '../../features/programme/festival-events.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/festival';

// By its id or its custom address, whose capital letters are small in the tag of its events.
export const handle = {
  publicPage: { tags: ({ festivalId = '' }) => [`festival:${festivalId.toLowerCase()}`] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? festivalMeta(loaderData.festival, loaderData.events, loaderData.publicUrl)
    : [{ title: pageTitle(_(ORGANIZATION_MESSAGES.notFound)) }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { organizations, programme } = context.get(api);
  const [{ organization }, { events }] = await Promise.all([
    organizations.getOrganization(params),
    programme.listEvents({ ...params, pageSize: EVENTS_SHOWN }),
  ]);
  if (!organization) throw notFound(ORGANIZATION_MESSAGES.notFound);
  return {
    publicUrl: context.get(site).publicUrl,
    festival: organizationView(organization),
    events: events.map(eventView),
  };
}

export default function FestivalRoute({ loaderData }: Route.ComponentProps) {
  const { festival, events } = loaderData;
  return <FestivalPage key={festival.id} festival={festival} events={events} />;
}
