import { _ } from '../../language/words.ts';
import { pageMeta, pageTitle } from '../../layout/page-meta.ts';
import { festivalPath, type OrganizationView } from './organization-view.ts';

/** What search engines and shared links learn about a festival; the custom address is the canonical one. */
export function festivalMeta(festival: OrganizationView, publicUrl: string) {
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
    },
  });
}
