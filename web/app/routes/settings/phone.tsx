import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ContactForm } from '../../features/settings/contact-form.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import type { Route } from './+types/phone';

export const meta: Route.MetaFunction = () => [{ title: 'Change your phone number · Marquee' }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { user } = await args.context.get(api).profile.getCurrentUser({});
  return { now: user?.phone ?? '', home: user?.country ?? '' };
}

export default function PhoneRoute({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage title="Change your phone number" lead="You sign in with it once it is confirmed.">
      <ContactForm kind="phone" {...loaderData} />
    </SettingsPage>
  );
}
