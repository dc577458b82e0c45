import { ChevronRight } from 'lucide-react';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { EditFields } from './edit-fields.ts';
import { EDIT_SCREENS, type EditScreen } from './edit-screens.tsx';

const PROFILE = { href: '/profile', label: 'Profile' };

/** The whole profile, each part with what it holds and the way to its screen [PRO-05]. */
export function EditProfile({ fields }: { fields: EditFields }) {
  const screens = Object.entries(EDIT_SCREENS).filter(([, { isFor }]) => isFor?.(fields) ?? true);
  return (
    <div className="page grid max-w-3xl gap-8 pt-8">
      <PageTitle title="Edit profile" crumbs={[PROFILE]} />
      <ul className="grid">
        {screens.map(([path, { title, summary }]) => (
          <li key={path} className="border-line border-b first:border-t">
            <a href={`/profile/edit/${path}`} className="group flex min-h-16 items-center gap-4 py-3">
              <span className="grid min-w-0 grow gap-0.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline sm:gap-6">
                <span className="font-medium group-hover:text-action-ink">{title}</span>
                <span className="line-clamp-2 wrap-anywhere text-ink-muted text-small">
                  {summary(fields) || <span className="text-ink-faint">Not given</span>}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One part of the profile. */
export function EditPart({ screen: { title, lead, Form }, fields }: { screen: EditScreen; fields: EditFields }) {
  return (
    <div className="page grid max-w-3xl gap-8 pt-8">
      <PageTitle title={title} lead={lead} crumbs={[PROFILE, { href: '/profile/edit', label: 'Edit profile' }]} />
      <div className="max-w-xl">
        <Form fields={fields} />
      </div>
    </div>
  );
}
