import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { CalendarX, Play, Ticket } from 'lucide-react';
import { signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { MessagePage } from '../../layout/error-pages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Countdown, useNow } from '../../ui/countdown.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Still } from '../../ui/picture.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { filmCrumbs } from './film-crumbs.ts';
import { type FilmView, filmPath } from './film-view.ts';
import { ScreeningDate } from './screening-date.tsx';
import { useFilmAccess } from './use-film-access.ts';

/** The address of a premiere of a film that is shown otherwise. */
export function NoPremiere({ filmId }: { filmId: string }) {
  return (
    <MessagePage
      icon={<CalendarX aria-hidden />}
      title={_(WATCH_MESSAGES.premiereNotFound)}
      actions={
        <a href={filmPath({ id: filmId, preview: false })} className={buttonClass('primary')}>
          {_('See the film')}
        </a>
      }
    >
      <p>{_('It is not shown at a date and a time.')}</p>
    </MessagePage>
  );
}

/** The premiere screen: when it starts, and who may come in [WAT-04, WAT-18]. */
export function PremierePage({ film }: { film: FilmView }) {
  const startsAt = film.screeningAt ? new Date(film.screeningAt) : undefined;
  const now = useNow(startsAt !== undefined);
  const started = startsAt !== undefined && now !== undefined && now >= startsAt.getTime();
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle
        title={film.title}
        crumbs={filmCrumbs(film)}
        aside={started ? <Badge tone="live">{_('Live')}</Badge> : <Badge tone="outline">{_('Premiere')}</Badge>}
      />
      <div className="grid items-center gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Still source={film.still} alt="" sizes="(min-width: 64rem) 58rem, 100vw" priority className="rounded-panel" />
        <div className="grid content-center gap-5">
          {startsAt ? (
            <p className="grid gap-1">
              <span className="text-ink-muted text-small">{started ? _('Started') : _('Starts')}</span>
              <span className="font-title text-heading">
                <ScreeningDate iso={startsAt.toISOString()} />
              </span>
              {!started && now !== undefined ? <Countdown ms={startsAt.getTime() - now} /> : null}
            </p>
          ) : null}
          {film.usdCents > 0 ? <TicketNeeded /> : <OpenDoor film={film} started={started} />}
          {startsAt && !started ? <AddToCalendar filmId={film.id} /> : null}
          <div className="flex flex-wrap gap-3">
            {film.hasTrailer && !started ? (
              <a href={filmPath(film, 'trailer')} className={buttonClass('secondary')}>
                <Play aria-hidden className="size-4 fill-current" />
                {_('Watch the trailer')}
              </a>
            ) : null}
            <a href={filmPath(film)} className={buttonClass('secondary')}>
              {_('See the film')}
            </a>
          </div>
        </div>
      </div>
    </div>
  );
}

function TicketNeeded() {
  return (
    <p className="flex items-start gap-3 text-lead">
      <Ticket aria-hidden className="mt-0.5 size-6 shrink-0 text-ink-muted" />
      {_(WATCH_MESSAGES.ticketRequired)}
    </p>
  );
}

function OpenDoor({ film, started }: { film: FilmView; started: boolean }) {
  const signedIn = useCurrentUser().state;
  const { access } = useFilmAccess(film.id);
  const action = access.state === 'ready' ? access.value.access?.action : undefined;
  const open = action === Action.WATCH || action === Action.RESUME;
  if (!started) return <p className="text-lead">{_('The doors open when it starts. Come back then: it is free.')}</p>;
  if (signedIn === 'visitor')
    return (
      <Notice
        text={_(WATCH_MESSAGES.signInToWatch)}
        href={signInPath(`/feed/${film.id}/premiere`)}
        label={_('Sign in to watch')}
      />
    );
  if (open) return <Notice text={_('The doors are open.')} href={`/feed/${film.id}/watch`} label={_('Watch')} />;
  return <Notice text={_('The doors are open.')} href={`/feed/${film.id}`} label={_('Go to the film')} />;
}

function Notice({ text, href, label }: { text: string; href: string; label: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-lead">{text}</p>
      <a href={href} className={buttonClass('primary', 'large')}>
        {label}
      </a>
    </div>
  );
}
