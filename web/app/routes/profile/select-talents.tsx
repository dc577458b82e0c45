import { redirect } from 'react-router';
import { EditPart } from '../../features/profile/edit/edit-profile.tsx';
import type { EditScreen } from '../../features/profile/edit/edit-screens.tsx';
import { ownFields } from '../../features/profile/edit/own-fields.ts';
import { TalentsForm } from '../../features/profile/edit/talents-form.tsx';
import { _, msg, worded } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/select-talents';

const screen = {
  title: msg('Select your talents'),
  lead: msg('So that the right people find you.'),
  Form: TalentsForm,
  summary: ({ talents }) => talents.map(worded).join(', '),
} satisfies EditScreen;

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_(screen.title)) }];

/** Talents outside of onboarding, at an address of their own [ONB-08]. */
export async function loader(args: Route.LoaderArgs) {
  const fields = await ownFields(args);
  if (!fields.hasTalents) throw redirect('/profile');
  return { fields };
}

export default function SelectTalentsRoute({ loaderData }: Route.ComponentProps) {
  return <EditPart screen={screen} fields={loaderData.fields} />;
}
