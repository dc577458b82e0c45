import { CalendarPlus, Ticket, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRunningTime } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Poster } from '../../ui/picture.tsx';
import { Section } from '../../ui/section.tsx';
import type { BallotView } from '../votes/ballot-view.ts';
import { EventVotes } from '../votes/event-votes.tsx';
import { EventTimes } from './event-times.tsx';
import { type BlockFilmView, type EventView, eventPath, placeText } from './event-view.ts';
import { StarButton } from './star-button.tsx';

/** An event: when and where it is, and what it shows [FES-03] [FES-11]. */
export function EventPage({ event, ballots }: { event: EventView; ballots: BallotView[] }) {
  const { venue } = event;
  return (
    <article className="page grid gap-10 py-10">
      <PageTitle
        title={event.name}
        lead={
          <a href={event.festivalPath} className="hover:text-action-ink hover:underline">
            {event.festivalName}
          </a>
        }
        crumbs={[{ href: `/festivals/${event.festivalId}/schedule`, label: _('Schedule') }]}
        aside={event.status === 'CANCELLED' ? <Badge tone="danger">{_('Cancelled')}</Badge> : undefined}
        actions={
          <>
            {event.sellingTickets && event.status === 'PUBLISHED' ? (
              <a href={`${eventPath(event)}/tickets`} className={buttonClass('primary')}>
                <Ticket aria-hidden className="size-4" />
                {_('Tickets')}
              </a>
            ) : null}
            <a
              href={`${eventPath(event)}/calendar.ics`}
              download
              className={buttonClass(event.sellingTickets ? 'secondary' : 'primary')}
            >
              <CalendarPlus aria-hidden className="size-4" />
              {_('Add to calendar')}
            </a>
            <StarButton event={event} />
          </>
        }
      />
      {event.status === 'CANCELLED' ? <Banner tone="warn">{_('This event is cancelled.')}</Banner> : null}
      <dl className="grid gap-5 rounded-panel bg-surface p-5 shadow-lit sm:grid-cols-2 lg:grid-cols-3">
        <Fact label={_('When')}>
          <EventTimes event={event} />
        </Fact>
        <Fact label={_('Where')}>
          <span className="wrap-anywhere">{placeText(event)}</span>
          {venue?.address ? <span className="block wrap-anywhere text-ink-muted">{venue.address}</span> : null}
        </Fact>
        {event.capacity > 0 ? (
          <Fact label={_('Room for')}>
            {_('{count, plural, one {# person} other {# people}}', { count: event.capacity })}
          </Fact>
        ) : null}
      </dl>
      {event.description ? (
        <p className="max-w-prose wrap-anywhere whitespace-pre-line text-lead">{event.description}</p>
      ) : null}
      {event.blocks.map((block) => (
        <Section key={block.id} title={block.name}>
          {block.films.length === 0 ? (
            <p className="text-ink-muted">{_('The films of this block are not announced yet.')}</p>
          ) : (
            <ol className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-5">
              {block.films.map((film) => (
                <li key={film.id}>
                  <BlockFilm film={film} />
                </li>
              ))}
            </ol>
          )}
        </Section>
      ))}
      <EventVotes ballots={ballots} />
      {event.awards.length > 0 ? (
        <Section title={_('Awards')}>
          <ul className="grid gap-3 sm:grid-cols-2">
            {event.awards.map((award) => (
              <li key={award.id} className="flex items-center gap-3 rounded-panel bg-surface p-4 shadow-lit">
                <Trophy
                  aria-hidden
                  className={award.winner ? 'size-6 shrink-0 text-action-ink' : 'size-6 shrink-0 text-ink-faint'}
                />
                <span className="grid min-w-0">
                  <a href={`/feed/${award.filmId}`} className="wrap-anywhere font-medium hover:text-action-ink">
                    {award.title}
                  </a>
                  <span className="wrap-anywhere text-ink-muted text-small">
                    {award.category || _('Official selection')} · {award.winner ? _('Winner') : _('Nominated')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-ink-muted text-small">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function BlockFilm({ film }: { film: BlockFilmView }) {
  const title = film.title || _('A film that is not announced yet');
  const content = (
    <>
      <Poster source={film.poster} alt="" sizes="(min-width: 64rem) 18vw, (min-width: 40rem) 30vw, 45vw" />
      <span className="mt-2 block wrap-anywhere font-medium">{title}</span>
      {film.directors ? (
        <span className="block wrap-anywhere text-small">
          <span className="sr-only">{_('Directed by')} </span>
          {film.directors}
        </span>
      ) : null}
      {film.runningTimeS > 0 ? (
        <span className="text-ink-muted text-small">{formatRunningTime(film.runningTimeS)}</span>
      ) : null}
    </>
  );
  if (!film.filmId || !film.isPublic) return <div>{content}</div>;
  return (
    <a href={`/feed/${film.filmId}`} className="block hover:text-action-ink">
      {content}
    </a>
  );
}
