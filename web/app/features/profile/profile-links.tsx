import { SHOWCASE_LABELS } from '@marquee/rules/social-links';
import { ExternalLink } from 'lucide-react';
import { _, worded } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import type { LinkView } from './profile-view.ts';

const showcase: readonly string[] = SHOWCASE_LABELS;

/** Where a person's work is, and where else they are [PRO-06]. */
export function ProfileLinks({ links }: { links: readonly LinkView[] }) {
  return (
    <div className="grid items-start gap-12 lg:grid-cols-2">
      <LinkList title={_('Showcase')} links={links.filter(({ label }) => showcase.includes(label))} />
      <LinkList title={_('Social media')} links={links.filter(({ label }) => !showcase.includes(label))} />
    </div>
  );
}

function LinkList({ title, links }: { title: string; links: readonly LinkView[] }) {
  if (links.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="grid">
        {links.map(({ label, name, href, text }) => (
          <li key={label} className="border-line border-b">
            <a
              href={href}
              target="_blank"
              rel="nofollow ugc noopener noreferrer"
              className="group flex min-h-12 items-center gap-4 py-2"
            >
              <span className="w-28 shrink-0 font-medium text-small">{worded(name)}</span>
              <span className="line-clamp-1 min-w-0 grow break-all text-ink-muted text-small group-hover:text-action-ink">
                {text}
              </span>
              <ExternalLink aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="sr-only">{_('(opens in a new tab)')}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
