import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** A part of a page under its own heading; `href` and `more` link to all of it. */
export function Section({
  title,
  href,
  more,
  children,
}: {
  title: string;
  href?: string;
  more?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="font-title text-heading">
          {title}
        </h2>
        {href && more ? (
          <a href={href} className="inline-flex min-h-8 items-center gap-1 text-action-ink text-small hover:underline">
            {more}
            <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </a>
        ) : null}
      </div>
      {children}
    </section>
  );
}
