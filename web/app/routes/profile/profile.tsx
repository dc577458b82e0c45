import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { getPersonLists } from '../../features/lists/list-view.ts';
import { getFavourites } from '../../features/own-films/get-favourites.ts';
import { getPersonFilms } from '../../features/profile/person-films.ts';
import { getProfileCounters } from '../../features/profile/profile-counters.ts';
import { ProfileError } from '../../features/profile/profile-error.tsx';
import { profileMeta } from '../../features/profile/profile-meta.ts';
import { ProfilePage } from '../../features/profile/profile-page.tsx';
import { profileView } from '../../features/profile/profile-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/profile';

export const handle = {
  publicPage: { tags: ({ profileId }) => [`profile:${profileId}`], keepsApart: true },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? profileMeta(loaderData.profile, loaderData.isListed, loaderData.publicUrl)
    : [{ title: pageTitle(_('Profile')) }, { name: 'robots', content: 'noindex' }];

export async function loader({ params: { profileId }, context }: Route.LoaderArgs) {
  const { people, catalogue, diary, lists: listing } = context.get(api);
  const [{ profile }, films, counters, favourites, lists] = await Promise.all([
    people.getProfile({ profileId }),
    getPersonFilms(catalogue, profileId),
    getProfileCounters(people, profileId),
    getFavourites(diary, profileId),
    getPersonLists(listing, profileId),
  ]);
  if (!profile) throw notFound(PROFILE_MESSAGES.notFound);
  return {
    publicUrl: context.get(site).publicUrl,
    isListed: profile.listed,
    profile: profileView(profile),
    films,
    counters,
    favourites,
    lists,
  };
}

export default function ProfileRoute({
  loaderData: { profile, films, counters, favourites, lists },
}: Route.ComponentProps) {
  return <ProfilePage key={profile.id} {...{ profile, films, counters, favourites, lists }} />;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <ProfileError profileId={params.profileId ?? ''} error={error} />;
}
