const links = [
  { href: '/settings/terms-of-use', label: 'Terms of use' },
  { href: '/settings/privacy-policy', label: 'Privacy policy' },
  { href: '/settings/faq', label: 'FAQ' },
];

/** The quiet end of a page. */
export function Footer() {
  return (
    <footer className="border-line border-t pb-24 md:pb-0">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8 text-ink-faint text-small">
        <p className="font-title text-body text-ink-muted">
          Marquee<span className="text-action-ink">.</span>
        </p>
        <nav aria-label="About" className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ href, label }) => (
            <a key={href} href={href} className="inline-flex min-h-6 items-center hover:text-ink">
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
