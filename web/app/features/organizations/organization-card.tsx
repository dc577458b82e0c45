import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { OrganizationLogo } from './organization-logo.tsx';
import { type OrganizationView, TYPE_LABELS } from './organization-view.ts';

/** An organization in a list. */
export function OrganizationCard({
  organization: { name, type, place, description, logo },
  href,
  children,
}: {
  organization: OrganizationView;
  href: string;
  children?: ReactNode;
}) {
  return (
    <li className="relative flex min-w-0 gap-4 rounded-panel border border-line p-4 hover:bg-raised">
      <OrganizationLogo name={name} logo={logo} />
      <div className="grid min-w-0 content-start gap-1">
        <a href={href} className="wrap-anywhere font-title text-lead after:absolute after:inset-0">
          {name}
        </a>
        <p className="wrap-anywhere text-ink-muted text-small">
          {[_(TYPE_LABELS[type]), place].filter(Boolean).join(' · ')}
        </p>
        {description ? <p className="line-clamp-2 wrap-anywhere text-small">{description}</p> : null}
        {children}
      </div>
    </li>
  );
}
