import { AdEvent } from '@marquee/contracts/film/v1/campaigns_pb';
import { AD_EVENTS, type AdEventName } from '@marquee/rules/ads';
import { api } from '../../api/context.ts';
import type { Route } from './+types/ad-event';

/** Players report events of an ad by asking for an address of each, as for a picture: VAST has no other way. */
export async function loader({ params: { showingId, event }, context }: Route.LoaderArgs) {
  if (!isAdEvent(event)) return new Response(null, { status: 404 });
  const name = event.toUpperCase().replaceAll('-', '_') as keyof typeof AdEvent;
  await context.get(api).ads.recordAdEvent({ showingId, event: AdEvent[name] });
  return new Response(null, { status: 204 });
}

const isAdEvent = (name: string): name is AdEventName => (AD_EVENTS as readonly string[]).includes(name);
