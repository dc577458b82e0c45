import { redirect } from 'react-router';
import { api } from '../../api/context.ts';
import { getViewer } from '../../api/viewer.ts';
import { getPersonLists } from '../../features/lists/list-view.ts';
import { getFavourites } from '../../features/own-films/get-favourites.ts';
import { OwnProfile } from '../../features/profile/own-profile.tsx';
import { getPersonFilms } from '../../features/profile/person-films.ts';
import { getProfileCounters } from '../../features/profile/profile-counters.ts';
import { profileParts } from '../../features/profile/profile-parts.ts';
import { profileView } from '../../features/profile/profile-view.ts';
import { SignUpPrompt } from '../../features/profile/sign-up-prompt.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/own-profile';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Profile')) }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const profileId = url.searchParams.get('profileId');
  if (profileId) throw redirect(`/profile/${encodeURIComponent(profileId)}`);
  const viewer = getViewer(context);
  if (!viewer) return { own: null };
  if (viewer.onboarding) throw redirect('/onboarding');
  const { profile, people, catalogue, diary, lists: listing } = context.get(api);
  const [{ user }, films, counters, favourites, lists] = await Promise.all([
    profile.getCurrentUser({}),
    getPersonFilms(catalogue, viewer.accountId),
    getProfileCounters(people, viewer.accountId),
    getFavourites(diary, viewer.accountId),
    getPersonLists(listing, viewer.accountId),
  ]);
  if (!user) return { own: null };
  const lacks = profileParts(user).filter(({ isDone }) => !isDone).length;
  return {
    own: { visibility: user.profileVisibility, profile: profileView(user), films, counters, favourites, lists, lacks },
  };
}

export default function OwnProfileRoute({ loaderData: { own } }: Route.ComponentProps) {
  return own ? <OwnProfile {...own} /> : <SignUpPrompt />;
}
