import { EditProfile } from '../../features/profile/edit/edit-profile.tsx';
import { ownFields } from '../../features/profile/edit/own-fields.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/edit';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Edit profile')) }];

export async function loader(args: Route.LoaderArgs) {
  return { fields: await ownFields(args) };
}

export default function EditRoute({ loaderData }: Route.ComponentProps) {
  return <EditProfile {...loaderData} />;
}
