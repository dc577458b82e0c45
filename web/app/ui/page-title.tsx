import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../language/words.ts';

export type Crumb = { href: string; label: string };

/** Where this page is; on phones only the way back. Film titles are cut by the caller (20 characters). */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const parent = crumbs.at(-1);
  if (!parent) return null;
  return (
    <nav aria-label={_('Breadcrumb')} className="text-ink-muted text-small">
      <a href={parent.href} className="-ms-1 inline-flex min-h-8 items-center gap-1 hover:text-ink md:hidden">
        <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {parent.label}
      </a>
      <ol className="hidden flex-wrap items-center gap-x-2 md:flex">
        {crumbs.map((crumb) => (
          <li
            key={crumb.href}
            className="flex items-center gap-2 not-last:after:text-ink-faint not-last:after:content-['/']"
          >
            <a href={crumb.href} className="inline-flex min-h-8 items-center hover:text-ink">
              {crumb.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The heading of a page, with its way back, one line of explanation and its actions. */
export function PageTitle({
  title,
  lead,
  crumbs = [],
  actions,
  aside,
}: {
  title: string;
  lead?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** Stands right of the title, such as a status badge. */
  aside?: ReactNode;
}) {
  return (
    <header className="grid gap-2">
      <Breadcrumb crumbs={crumbs} />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-center gap-4">
            <h1 tabIndex={-1} className="min-w-0 wrap-anywhere font-title text-title">
              {title}
            </h1>
            {aside}
          </div>
          {lead ? <p className="wrap-anywhere text-ink-muted text-lead">{lead}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
    </header>
  );
}
