import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { _ } from '../language/words.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useRailScroll } from './use-rail-scroll.ts';

const widths = {
  poster: 'auto-cols-[clamp(8rem,31vw,11.5rem)]',
  still: 'auto-cols-[clamp(15rem,70vw,22rem)]',
};

/** A row of posters or stills that scrolls sideways and snaps. Items are `li`. */
export function Rail({
  title,
  href,
  shape = 'poster',
  children,
}: {
  title: string;
  /** The page with all of them. */
  href?: string;
  shape?: keyof typeof widths;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { more, turn } = useRailScroll(list, title);
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id={id} className="font-title text-heading">
          {href ? (
            <a href={href} className="group inline-flex items-center gap-1 hover:text-action-ink">
              {title}
              <ChevronRight
                aria-hidden
                className="size-5 text-ink-faint transition-transform duration-(--steady) group-hover:translate-x-0.5 group-hover:text-action-ink rtl:-scale-x-100 rtl:group-hover:-translate-x-0.5"
              />
            </a>
          ) : (
            title
          )}
        </h2>
        <div className="hidden gap-1 md:flex" aria-hidden>
          {/* Each keeps its place, so that the other does not move under the pointer. */}
          <IconButton
            label={_('Back in {title}', { title })}
            size="small"
            tabIndex={-1}
            className={more.before ? undefined : 'invisible'}
            onClick={() => turn(-1)}
          >
            <ChevronLeft className="size-5 rtl:rotate-180" />
          </IconButton>
          <IconButton
            label={_('On in {title}', { title })}
            size="small"
            tabIndex={-1}
            className={more.behind ? undefined : 'invisible'}
            onClick={() => turn(1)}
          >
            <ChevronRight className="size-5 rtl:rotate-180" />
          </IconButton>
        </div>
      </div>
      <ul
        ref={list}
        className={classNames(
          'bleed no-scrollbar grid snap-x snap-proximity scroll-px-(--gutter) grid-flow-col items-start gap-x-4 overflow-x-auto -my-2 py-2 *:snap-start',
          widths[shape],
        )}
      >
        {children}
      </ul>
    </section>
  );
}

/** Posters in rows, as many as fit. Items are `li`. */
export function PosterGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(clamp(8rem,26vw,11rem),1fr))] gap-x-4 gap-y-8"
    >
      {children}
    </ul>
  );
}
