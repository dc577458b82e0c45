import { _ } from '../../language/words.ts';
import { pageMeta, pageTitle } from '../../layout/page-meta.ts';
import { aboutEvent } from '../programme/event-meta.ts';
import type { EventView } from '../programme/event-view.ts';
import { festivalPath, type OrganizationView } from './organization-view.ts';

/** What search engines and shared links learn about a festival and its events [PRO-19]; the custom address is the canonical one. */
export function festivalMeta(festival: OrganizationView, events: EventView[], publicUrl: string) {
  const { name, description, headerImage, place } = festival;
  const path = festivalPath(festival);
  return pageMeta({
    title: pageTitle(name),
    description: description || _('{name} on Marquee', { name }),
    publicUrl,
    path,
    picture: headerImage,
    about: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: new URL(path, publicUrl).href,
      ...(description ? { description } : {}),
      ...(place ? { location: place } : {}),
      ...(events.length > 0 ? { event: events.map((event) => aboutEvent(event, publicUrl)) } : {}),
    },
  });
}
