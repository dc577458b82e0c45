import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { PenLine } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { iconButtonClass } from '../../ui/button.tsx';
import type { FilmView } from './film-view.ts';

/** Whether this viewer sees the Edit Page link: an ADMIN and the film's creator do [FLM-08]. */
export function useSeesEditPage(film: Pick<FilmView, 'createdBy'>): boolean {
  const current = useCurrentUser();
  if (current.state !== 'account') return false;
  const { id, roles } = current.user;
  return roles.includes(Role.ADMIN) || id === film.createdBy;
}

/** The way from a film to its studio screens; on phones only its picture. */
export function EditPageLink({ film, className }: { film: FilmView; className: string }) {
  if (!useSeesEditPage(film)) return null;
  const href = `/content/${film.id}/edit`;
  return (
    <>
      <a
        href={href}
        aria-label={_('Edit Page')}
        title={_('Edit Page')}
        className={iconButtonClass('medium', `sm:hidden ${className}`)}
      >
        <PenLine aria-hidden className="size-5" />
      </a>
      <a
        href={href}
        className="hidden min-h-11 items-center gap-2 rounded-full px-4 font-medium text-ink text-small hover:bg-ink/10 sm:inline-flex"
      >
        <PenLine aria-hidden className="size-4" />
        {_('Edit Page')}
      </a>
    </>
  );
}
