import { notFound } from '../../api/viewer.ts';
import { EditPart } from '../../features/profile/edit/edit-profile.tsx';
import { EDIT_SCREENS } from '../../features/profile/edit/edit-screens.tsx';
import { ownFields } from '../../features/profile/edit/own-fields.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/edit-screen';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: pageTitle(_(EDIT_SCREENS[params.screen ?? '']?.title ?? 'Edit profile')) },
];

export async function loader(args: Route.LoaderArgs) {
  const screen = screenOf(args.params.screen);
  const fields = await ownFields(args);
  if (!screen || screen.isFor?.(fields) === false) throw notFound('');
  return { fields };
}

export default function EditScreenRoute({ loaderData, params }: Route.ComponentProps) {
  const screen = screenOf(params.screen);
  return screen ? <EditPart key={params.screen} screen={screen} fields={loaderData.fields} /> : null;
}

const screenOf = (name: string) => (Object.hasOwn(EDIT_SCREENS, name) ? EDIT_SCREENS[name] : undefined);
