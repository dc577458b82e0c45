/** The quiet end of a page. */
export function Footer() {
  return (
    <footer className="border-line border-t pb-24 md:pb-0">
      <div className="page flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 py-8 text-ink-faint text-small">
        <p className="font-title text-body text-ink-muted">
          Marquee<span className="text-action-ink">.</span>
        </p>
        <p>Films, and the people who make them.</p>
      </div>
    </footer>
  );
}
