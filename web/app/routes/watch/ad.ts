import { api, site } from '../../api/context.ts';
import { vastXml } from '../../features/player/ads/vast-xml.ts';
import type { Route } from './+types/ad';

/** An ad of the house, for the player that has the id of its showing [WAT-11]. */
export async function loader({ params: { showingId }, context }: Route.LoaderArgs) {
  const ad = await context.get(api).ads.getAd({ showingId });
  const text = vastXml(ad, { showingId, publicUrl: context.get(site).publicUrl });
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
