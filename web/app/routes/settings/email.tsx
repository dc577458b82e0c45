import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ContactForm } from '../../features/settings/contact-form.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/email';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Change your email')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { user } = await args.context.get(api).profile.getCurrentUser({});
  return { now: user?.email ?? '', home: user?.country ?? '' };
}

export default function EmailRoute({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage title={_('Change your email')} lead={_('You sign in with it once it is confirmed.')}>
      <ContactForm kind="email" {...loaderData} />
    </SettingsPage>
  );
}
