import { ChevronRight } from 'lucide-react';
import { _, msg } from '../../../language/words.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { EditFields } from './edit-fields.ts';
import { EDIT_SCREENS, type EditScreen } from './edit-screens.tsx';

const profile = () => ({ href: '/profile', label: _('Profile') });

/** What belongs to the profile and is no field of it. */
const LISTS = [
  {
    href: '/profile/edit/favourites',
    title: msg('Favourite films'),
    summary: msg('The four films that say most about you'),
  },
  { href: '/profile/edit/connections', title: msg('Connections'), summary: msg('Whom you know, and who asks you') },
  { href: '/profile/edit/profile-views', title: msg('Profile views'), summary: msg('Who looked at your profile') },
];

/** The whole profile, each part with what it holds and the way to its screen [PRO-05]. */
export function EditProfile({ fields }: { fields: EditFields }) {
  const screens = Object.entries(EDIT_SCREENS).filter(([, { isFor }]) => isFor?.(fields) ?? true);
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle title={_('Edit profile')} crumbs={[profile()]} />
      <ul className="grid">
        {screens.map(([path, { title, summary }]) => (
          <Row key={path} href={`/profile/edit/${path}`} title={_(title)} summary={summary(fields)} />
        ))}
        {LISTS.map(({ href, title, summary }) => (
          <Row key={href} href={href} title={_(title)} summary={_(summary)} />
        ))}
      </ul>
    </div>
  );
}

function Row({ href, title, summary }: { href: string; title: string; summary: string }) {
  return (
    <li className="border-line border-b first:border-t">
      <a href={href} className="group flex min-h-16 items-center gap-4 py-3">
        <span className="grid min-w-0 grow gap-0.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline sm:gap-6">
          <span className="font-medium group-hover:text-action-ink">{title}</span>
          <span className="line-clamp-3 wrap-anywhere text-ink-muted text-small">
            {summary || <span className="text-ink-faint">{_('Not given')}</span>}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
      </a>
    </li>
  );
}

/** One part of the profile. */
export function EditPart({ screen: { title, lead, Form }, fields }: { screen: EditScreen; fields: EditFields }) {
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={_(title)}
        lead={lead && _(lead)}
        crumbs={[profile(), { href: '/profile/edit', label: _('Edit profile') }]}
      />
      <div className="max-w-xl">
        <Form fields={fields} />
      </div>
    </div>
  );
}
