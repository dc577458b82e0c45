import { redirect } from 'react-router';
import { api } from '../../api/context.ts';
import { requireViewer, signInPath } from '../../api/viewer.ts';
import { CompleteProfile } from '../../features/profile/complete-profile.tsx';
import { profileParts } from '../../features/profile/profile-parts.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/complete-profile';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Complete your profile')) }];

export async function loader(args: Route.LoaderArgs) {
  const { onboarding } = requireViewer(args);
  if (onboarding) throw redirect('/onboarding');
  const { user } = await args.context.get(api).profile.getCurrentUser({});
  if (!user) throw redirect(signInPath(args.url.pathname));
  return { name: user.firstName, parts: profileParts(user) };
}

export default function CompleteProfileRoute({ loaderData }: Route.ComponentProps) {
  return <CompleteProfile {...loaderData} />;
}
