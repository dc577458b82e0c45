import { Check, ChevronRight } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { ProfilePart } from './profile-parts.ts';

/** What a profile still lacks, each with the way to add it, and how far it is [ONB-08]. */
export function CompleteProfile({ name, parts }: { name: string; parts: readonly ProfilePart[] }) {
  const done = parts.filter(({ isDone }) => isDone).length;
  const isComplete = done === parts.length;
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle
        title={name ? _('Welcome, {name}', { name }) : _('Welcome')}
        lead={isComplete ? _('Your profile is complete.') : _('Complete your profile, so that people see who you are.')}
      />
      <Progress
        label={_('Your profile')}
        value={(done / parts.length) * 100}
        detail={_('{done} of {count}', { done, count: parts.length })}
        tone={isComplete ? 'good' : 'action'}
      />
      <ul aria-label={_('Parts of your profile')} className="grid border-line border-t">
        {parts.map(({ path, title, line, isDone }) => (
          <li key={path} className="border-line border-b">
            <a href={path} className="group flex min-h-16 items-center gap-4 py-3">
              <span
                aria-hidden
                className={`grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? 'border-good-ink text-good-ink' : 'border-line-control'}`}
              >
                {isDone ? <Check className="size-4" /> : null}
              </span>
              <span className="grid min-w-0 grow gap-0.5">
                <span className="font-medium group-hover:text-action-ink">{title}</span>
                <span className="text-ink-muted text-small">{isDone ? _('Done') : line}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
            </a>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant={isComplete ? 'primary' : 'secondary'} to="/profile">
          {isComplete ? _('See my profile') : _('Later')}
        </LinkButton>
      </div>
    </div>
  );
}
