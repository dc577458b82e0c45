import { worded } from '../../language/words.ts';
import { pageMeta, pageTitle, pictureAddress } from '../../layout/page-meta.ts';
import type { ProfileView } from './profile-view.ts';

/** What search engines and shared links learn about a person [PRO-19]; of one who is not listed, search engines nothing. */
export function profileMeta(profile: ProfileView, isListed: boolean, publicUrl: string) {
  const { id, name, talents, place, bio, picture, links, isCompany } = profile;
  const path = `/profile/${id}`;
  const facts = [talents.map(worded).join(', '), place].filter(Boolean).join(' · ');
  return pageMeta({
    title: pageTitle(name),
    description: bio || [name, facts].filter(Boolean).join(', '),
    publicUrl,
    path,
    picture: picture || undefined,
    type: 'profile',
    isUnlisted: !isListed,
    ...(isListed && {
      about: {
        '@context': 'https://schema.org',
        '@type': isCompany ? 'Organization' : 'Person',
        name,
        url: new URL(path, publicUrl).href,
        ...(bio ? { description: bio } : {}),
        ...(picture ? { image: pictureAddress(picture, publicUrl) } : {}),
        ...(talents.length > 0 && !isCompany ? { jobTitle: talents } : {}),
        ...(place ? { address: addressOf(profile) } : {}),
        ...(links.length > 0 ? { sameAs: links.map(({ href }) => href) } : {}),
      },
    }),
  });
}

function addressOf({ city, state, country }: ProfileView) {
  return {
    '@type': 'PostalAddress',
    ...(city ? { addressLocality: city } : {}),
    ...(state ? { addressRegion: state } : {}),
    ...(country ? { addressCountry: country } : {}),
  };
}
