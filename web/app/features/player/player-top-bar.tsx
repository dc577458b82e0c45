import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';

/** The way back and the film's name, over the film or over what stands in its place. */
export function TopBar({
  title,
  filmHref,
  notice,
  live,
}: {
  title: string;
  filmHref: string;
  notice?: ReactNode;
  live: boolean;
}) {
  return (
    <div
      className={classNames(
        'flex items-center gap-2 bg-linear-to-b from-film/75 to-transparent px-[max(0.5rem,env(safe-area-inset-left))] pt-[max(0.5rem,env(safe-area-inset-top))] pb-10 sm:px-4',
        live && '[&_a]:pointer-events-auto',
      )}
    >
      <a
        href={filmHref}
        aria-label={_('Back to the film')}
        className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-on-film/15"
      >
        <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" />
      </a>
      {/* In the font of the controls: the other one is a file of 67 kB that the film would wait for. */}
      <p className="line-clamp-1 min-w-0 grow font-medium text-lead">{title}</p>
      {notice}
    </div>
  );
}
