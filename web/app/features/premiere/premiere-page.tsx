import { PREMIERE_MESSAGES } from '@marquee/rules/premieres';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { CalendarX, CircleStop, Hourglass, Play, Ticket, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { MessagePage } from '../../layout/error-pages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Still } from '../../ui/picture.tsx';
import { AddToCalendar } from '../film/add-to-calendar.tsx';
import { filmCrumbs } from '../film/film-crumbs.ts';
import { type FilmView, filmPath } from '../film/film-view.ts';
import { ScreeningDate } from '../film/screening-date.tsx';
import { HostControls, useIsHost } from './host-controls.tsx';
import type { PremiereFacts } from './premiere-step.ts';
import { FloatingReactions, ReactionButtons } from './reactions.tsx';
import { useOpened } from './use-opened.ts';
import { type Premiere, usePremiere } from './use-premiere.ts';

/** The player is not among what the lobby waits for. */
const PremiereFilm = lazy(async () => ({ default: (await import('./premiere-stage.tsx')).PremiereFilm }));
const PreRoll = lazy(async () => ({ default: (await import('./pre-roll.tsx')).PreRoll }));

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

/** The premiere screen: a lobby until it starts, and then the film for everybody in step [WAT-04, WAT-13, WAT-18]. */
export function PremierePage({ film }: { film: FilmView }) {
  const premiere = usePremiere(film.id, knownOf(film));
  const { premiere: facts, step, access, room } = premiere;
  const isHost = useIsHost(film.id, facts?.eventId ?? '');
  const isAdmitted = access !== undefined && (access.valid || access.reason === 'UNLOCK_REQUIRED');
  useOpened(film.id, premiere, isAdmitted);
  // The film stays until its viewer leaves: its last pictures, and the question how they liked it.
  const [left, setLeft] = useState(false);
  const wasOn = useRef(false);
  const isOn = step === 'pre-roll' || step === 'film';
  if (step !== 'over') wasOn.current = isOn && isAdmitted;
  const isShowing = !left && wasOn.current;
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle
        title={film.title}
        crumbs={filmCrumbs(film)}
        aside={isOn ? <Badge tone="live">{_('Live')}</Badge> : <Badge tone="outline">{_('Premiere')}</Badge>}
      />
      {isShowing ? (
        <Stage film={film} premiere={premiere} onLeave={() => setLeft(true)} />
      ) : (
        <div className="grid items-center gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Still
            source={film.still}
            alt=""
            sizes="(min-width: 64rem) 58rem, 100vw"
            priority
            className="rounded-panel"
          />
          <Lobby
            film={film}
            premiere={premiere}
            isAdmitted={isAdmitted}
            onReturn={left ? () => setLeft(false) : undefined}
          />
        </div>
      )}
      {isHost && step ? <HostControls filmId={film.id} room={room} canDelay={step !== 'over'} /> : null}
    </div>
  );
}

/** What the page knows of a premiere before it asks; undefined of one without a time. */
function knownOf(film: FilmView): PremiereFacts | undefined {
  if (!film.screeningAt) return undefined;
  return {
    ...{
      version: 0n,
      startsAt: Date.parse(film.screeningAt),
      preRollUri: '',
      preRollMs: 0,
      stopped: false,
      eventId: '',
    },
    ...{ durationMs: film.runningTimeS * 1_000, filmReady: true, needsTicket: film.usdCents > 0 },
  };
}

/** The pre-roll and the film, with what its viewers send each other. */
function Stage({ film, premiere, onLeave }: { film: FilmView; premiere: Premiere; onLeave: () => void }) {
  const { room, premiere: facts, step } = premiere;
  const latest = useRef(facts);
  latest.current = facts;
  const preRollAt = useCallback(
    () => Math.max(0, (room.clock.now() - (latest.current?.startsAt ?? 0)) / 1_000),
    [room],
  );
  return (
    <div className="grid gap-4">
      <div className="relative aspect-video max-h-[80dvh] w-full overflow-hidden rounded-panel bg-film max-sm:-mx-(--gutter) max-sm:w-auto max-sm:rounded-none">
        <Suspense>
          {step === 'pre-roll' && facts ? (
            <PreRoll uri={facts.preRollUri} lengthS={facts.preRollMs / 1_000} still={film.still} live={preRollAt} />
          ) : (
            <PremiereFilm film={film} premiere={premiere} />
          )}
        </Suspense>
        <FloatingReactions room={room} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Here count={premiere.here} />
        <ReactionButtons filmId={film.id} />
        <Button onClick={onLeave}>{_('Leave')}</Button>
      </div>
      {step === 'over' ? <p className="text-ink-muted">{_(PREMIERE_MESSAGES.over)}</p> : null}
    </div>
  );
}

type LobbyProps = { film: FilmView; premiere: Premiere; isAdmitted: boolean; onReturn: (() => void) | undefined };

function Lobby({ film, premiere, isAdmitted, onReturn }: LobbyProps) {
  const { premiere: facts, step, now } = premiere;
  const isToCome = step === undefined || step === 'lobby';
  const label = isToCome ? _('Starts') : step === 'stopped' ? _('Was to start') : _('Started');
  return (
    <div className="grid content-center gap-5">
      {facts ? (
        <p className="grid gap-1">
          <span className="text-ink-muted text-small">{label}</span>
          <span className="font-title text-heading">
            <ScreeningDate iso={new Date(facts.startsAt).toISOString()} />
          </span>
          {step === 'lobby' && now !== undefined ? <Countdown ms={facts.startsAt - now} /> : null}
        </p>
      ) : null}
      <Entrance film={film} premiere={premiere} isAdmitted={isAdmitted} onReturn={onReturn} />
      {isAdmitted && isToCome ? <Here count={premiere.here} /> : null}
      {facts && isToCome ? <AddToCalendar filmId={film.id} /> : null}
      <div className="flex flex-wrap gap-3">
        {film.hasTrailer && isToCome ? (
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
  );
}

/** Whether the viewer comes in, and what they can do if not. */
function Entrance({ film, premiere, isAdmitted, onReturn }: LobbyProps) {
  const current = useCurrentUser();
  const { premiere: facts, step, access, failed, room } = premiere;
  if (step === 'stopped') return <Notice icon={<CircleStop aria-hidden />} text={_(PREMIERE_MESSAGES.stopped)} />;
  if (step === 'over') return <Notice icon={<CalendarX aria-hidden />} text={_(PREMIERE_MESSAGES.over)} />;
  if (step === 'not-ready') return <Notice icon={<Hourglass aria-hidden />} text={_(PREMIERE_MESSAGES.notReady)} />;
  const needsTicket = access ? access.reason === 'TICKET_REQUIRED' : (facts?.needsTicket ?? film.usdCents > 0);
  if (needsTicket) {
    return (
      <Notice icon={<Ticket aria-hidden />} text={_(WATCH_MESSAGES.ticketRequired)}>
        {facts?.eventId ? (
          <a href={`/events/${facts.eventId}/tickets`} className={buttonClass('primary', 'large')}>
            {_('Get a ticket')}
          </a>
        ) : null}
      </Notice>
    );
  }
  if (current.state === 'visitor') {
    return (
      <Notice text={_(WATCH_MESSAGES.signInToWatch)}>
        <a href={signInPath(`/feed/${film.id}/premiere`)} className={buttonClass('primary', 'large')}>
          {_('Sign in to watch')}
        </a>
      </Notice>
    );
  }
  if (access && !isAdmitted) return <Notice icon={<CalendarX aria-hidden />} text={access.message} />;
  if (onReturn) {
    return (
      <Notice text={_('The film plays on without you.')}>
        <Button variant="primary" size="large" onClick={onReturn}>
          {_('Come back in')}
        </Button>
      </Notice>
    );
  }
  if (failed && current.state === 'account') {
    return (
      <Notice text={_(WATCH_MESSAGES.accessFailed)}>
        <Button onClick={() => void room.attend()}>{_('Try again')}</Button>
      </Notice>
    );
  }
  if (facts && !facts.filmReady) {
    return <Notice icon={<Hourglass aria-hidden />} text={_(PREMIERE_MESSAGES.notReady)} />;
  }
  if (step === 'lobby')
    return <p className="text-lead">{_('Stay here: the film starts by itself, for everybody at once.')}</p>;
  return null;
}

function Notice({ icon, text, children }: { icon?: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4" role="status">
      <p className="flex items-start gap-3 text-lead">
        {icon ? <span className="mt-0.5 shrink-0 text-ink-muted [&_svg]:size-6">{icon}</span> : null}
        {text}
      </p>
      {children}
    </div>
  );
}

function Here({ count }: { count: number | undefined }) {
  return (
    <p className="tabular flex items-center gap-2 text-ink-muted" data-here={count}>
      <Users aria-hidden className="size-5" />
      {count === undefined ? '' : _('{count, plural, one {# person is here} other {# people are here}}', { count })}
    </p>
  );
}
