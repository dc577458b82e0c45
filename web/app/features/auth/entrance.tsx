import type { ReactNode } from 'react';

/** The frame of sign-in, account creation and onboarding: one column, with a link to the alternative below. */
export function Entrance({
  title,
  lead,
  progress,
  children,
  below,
}: {
  title: string;
  lead?: ReactNode;
  /** The progress of several steps. */
  progress?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <section className="page grid place-items-center py-10 md:py-20">
      <div className="grid w-full max-w-md gap-8">
        <a href="/" className="justify-self-start font-title text-lead">
          Marquee
          <span aria-hidden className="text-action-ink">
            .
          </span>
        </a>
        {progress}
        <header className="grid gap-3">
          <h1 tabIndex={-1} className="font-title text-title">
            {title}
          </h1>
          {lead ? <p className="text-ink-muted text-body">{lead}</p> : null}
        </header>
        {children}
        {below ? <footer className="border-line border-t pt-6 text-ink-muted text-small">{below}</footer> : null}
      </div>
    </section>
  );
}
