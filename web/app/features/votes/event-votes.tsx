import { Vote } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import type { BallotView } from './ballot-view.ts';

/** On the page of an event: what is voted on, and the way there [FES-10]. */
export function EventVotes({ ballots }: { ballots: readonly BallotView[] }) {
  if (ballots.length === 0) return null;
  return (
    <Section title={_('Votes')}>
      <ul className="grid gap-3">
        {ballots.map(({ id, eventId, blockId, blockName, closesAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-panel bg-surface p-4 shadow-lit"
          >
            <span className="grid">
              <span className="wrap-anywhere font-medium">{blockName || _('The whole event')}</span>
              <span className="text-ink-muted text-small">
                {_('Closes')} <Moment date={new Date(closesAt)} />
              </span>
            </span>
            <a
              href={`/events/${eventId}/vote${blockId ? `?${new URLSearchParams({ blockId })}` : ''}`}
              className={buttonClass('secondary', 'small')}
            >
              <Vote aria-hidden className="size-4" />
              {_('Vote')}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
