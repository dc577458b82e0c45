import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import type { Submission } from '@marquee/contracts/festival/v1/submissions_pb';
import { CalendarDays } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EventRow } from '../programme/event-row.tsx';
import { type EventView, eventsPage } from '../programme/event-view.ts';
import { SubmissionList } from '../submissions/own-submissions.tsx';

type Props = {
  filmId: string;
  events: Page<EventView>;
  /** Undefined for staff, who submitted nothing. */
  submissions: Page<Submission> | undefined;
};

/** Where a film is and was shown, what it won there, and how its submissions stand [STU-03]. */
export function FilmFestivals({ filmId, events, submissions }: Props) {
  return (
    <div className="grid gap-12">
      <FilmEvents filmId={filmId} first={events} />
      {submissions ? (
        <Section title={_('Submissions')}>
          <SubmissionList first={submissions} filmId={filmId} />
        </Section>
      ) : null}
    </div>
  );
}

function FilmEvents({ filmId, first }: { filmId: string; first: Page<EventView> }) {
  const list = useMore(first, {
    method: ProgrammeService.method.listMyFilmEvents,
    request: (cursor) => ({ filmId, cursor }),
    page: eventsPage,
  });
  return (
    <Section title={_('Events')}>
      {list.items.length === 0 ? (
        <EmptyState icon={<CalendarDays aria-hidden />} title={_('In no programme yet')}>
          {_('Events that show the film appear here, with the awards that it gets.')}
        </EmptyState>
      ) : (
        <div>
          <ul className="grid gap-3">
            {list.items.map((event) => (
              <li key={event.id}>
                <EventRow event={event} withFestival note={<FilmThere event={event} />} />
              </li>
            ))}
          </ul>
          <ListEnd list={list} more={_('More events')} failed={_('We failed to load more events.')}>
            {_('These are all events that show the film.')}
          </ListEnd>
        </div>
      )}
    </Section>
  );
}

/** The blocks that a film is in at an event, and its awards. */
function FilmThere({ event: { blocks, awards } }: { event: EventView }) {
  return (
    <>
      {blocks.length > 0 ? (
        <p className="wrap-anywhere text-ink-muted text-small">{blocks.map(({ name }) => name).join(' · ')}</p>
      ) : null}
      {awards.length > 0 ? (
        <ul aria-label={_('Awards')} className="flex flex-wrap gap-2">
          {awards.map(({ id, category, winner }) => (
            <li key={id} className="min-w-0">
              <Badge tone={winner ? 'good' : 'neutral'}>
                {[category || _('Official selection'), winner ? _('Winner') : _('Nominated')].join(' · ')}
              </Badge>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
