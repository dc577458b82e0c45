import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Access, PrimaryAction as Action, type GetFilmAccessResponse } from '@marquee/contracts/film/v1/watch_pb';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { Play, Ticket, Upload } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { signInPath } from '../../api/viewer.ts';
import { formatMoment, formatPosition } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { BuyAction } from '../checkout/buy-action.tsx';
import { preloadEngine } from '../player/preload-engine.ts';
import { useUnlock } from '../player/use-unlock.ts';
import { type FilmView, filmPath, isOpenToAll } from './film-view.ts';
import { PreparingAction } from './preparing-action.tsx';
import { PrimaryActionSkeleton } from './primary-action-skeleton.tsx';
import type { FilmAccess } from './use-film-access.ts';
import { windowsText } from './windows-text.ts';

/** What the action needs to know of a film. */
export type ActionFilm = Pick<
  FilmView,
  'id' | 'title' | 'preview' | 'isPublic' | 'isFree' | 'usdCents' | 'screeningAt'
> &
  Partial<Pick<FilmView, 'coins'>>;
type Props = {
  film: ActionFilm & Partial<Pick<FilmView, 'preparing' | 'hasTrailer'>>;
  access: FilmAccess;
  onRetry: () => void;
  /** Beside a link to the film's page, which has its trailer. */
  isBesideFilm?: boolean;
};

/** The primary action for this viewer. A skeleton of the same size stands in until their access is known. */
export function PrimaryAction({ film, access, onRetry, isBesideFilm = false }: Props) {
  if (access.state === 'loading') {
    const hasTrailer = film.hasTrailer === true && !isBesideFilm;
    return <PrimaryActionSkeleton preparing={film.preparing} hasTrailer={hasTrailer} />;
  }
  if (access.state === 'failed') {
    return (
      <div role="alert" className="flex min-h-13 flex-wrap items-center gap-4">
        <p>{_(WATCH_MESSAGES.accessFailed)}</p>
        <Button onClick={onRetry}>{_('Try again')}</Button>
      </div>
    );
  }
  return <KnownAction film={film} known={access.value} onReady={onRetry} isBesideFilm={isBesideFilm} />;
}

function KnownAction({
  film,
  known,
  onReady,
  isBesideFilm,
}: {
  film: ActionFilm;
  known: GetFilmAccessResponse;
  onReady: () => void;
  isBesideFilm: boolean;
}) {
  const navigate = useNavigate();
  const unlock = useUnlock(film.id, () => void navigate(`/feed/${film.id}/watch`));
  const access = known.access;
  const play = <Play aria-hidden className="size-5 fill-current" />;
  const watch = `/feed/${film.id}/watch`;
  if (access?.reason === 'FILM_PROCESSING') {
    const trailer = access.action === Action.TRAILER && !isBesideFilm ? filmPath(film, 'trailer') : '';
    return <PreparingAction filmId={film.id} message={access.message} trailer={trailer} onReady={onReady} />;
  }
  switch (access?.action) {
    case Action.WATCH:
      return <GoWatch to={watch} icon={play} label={_('Watch')} note={noteOf(film, known)} />;
    case Action.RESUME: {
      const at = known.resumePositionMs;
      return (
        <GoWatch
          to={watch}
          icon={play}
          label={at > 0 ? _('Resume from {position}', { position: formatPosition(at) }) : _('Resume')}
          note={noteOf(film, known)}
        />
      );
    }
    case Action.UNLOCK:
      if (!film.isFree) {
        return (
          <Noted note={endedText(access) || access.message}>
            <BuyAction film={film} hours={known} onClosed={onReady} />
          </Noted>
        );
      }
      return (
        <Noted note={unlock.error || endedText(access) || unlockText(known)} urgent={unlock.error !== ''}>
          <Button
            variant="primary"
            size="large"
            className="max-sm:w-full"
            icon={play}
            pending={unlock.pending}
            onClick={unlock.unlock}
          >
            {_('Watch free')}
          </Button>
        </Noted>
      );
    case Action.GET_TICKET:
      return (
        <Go
          to={`/feed/${film.id}/premiere`}
          icon={<Ticket aria-hidden className="size-5" />}
          label={_('Get a ticket')}
          note={access.message}
        />
      );
    case Action.SIGN_IN:
      return <Go to={signInPath(`/feed/${film.id}`)} icon={play} label={_('Sign in to watch')} />;
    case Action.TRAILER:
      return <Go to={filmPath(film, 'trailer')} icon={play} label={_('Watch the trailer')} note={access.message} />;
    default:
      if (known.canEdit && access?.reason === 'FILM_MISSING') {
        return (
          <Go
            to={`/content/${film.id}/upload`}
            icon={<Upload aria-hidden className="size-5" />}
            label={_('Upload the film')}
            note={_('No film is uploaded yet.')}
          />
        );
      }
      return <p className="flex min-h-13 items-center">{access?.message || _(WATCH_MESSAGES.nothingToWatch)}</p>;
  }
}

type GoProps = { to: string; icon: ReactNode; label: string; note?: string; prefetch?: boolean };

/** Preloads the player while the page is idle, unless the browser asks to save data. */
function GoWatch(props: GoProps) {
  useEffect(() => whenIdle(preloadEngine), []);
  return <Go {...props} prefetch />;
}

function whenIdle(work: () => void): (() => void) | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || typeof requestIdleCallback !== 'function') return undefined;
  const id = requestIdleCallback(work);
  return () => cancelIdleCallback(id);
}

function Go({ to, icon, label, note = '', prefetch = false }: GoProps) {
  return (
    <Noted note={note}>
      <Link
        to={to}
        prefetch={prefetch ? 'render' : 'none'}
        className={buttonClass('primary', 'large', 'max-sm:w-full')}
      >
        {icon}
        {label}
      </Link>
    </Noted>
  );
}

function Noted({ note, urgent, children }: { note: string; urgent?: boolean; children: ReactNode }) {
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 sm:w-auto">
      {children}
      {note ? (
        <p role={urgent ? 'alert' : undefined} className="max-w-72 text-ink-muted text-small">
          {note}
        </p>
      ) : null}
    </div>
  );
}

function noteOf(film: ActionFilm, { access }: GetFilmAccessResponse): string {
  if (access?.preview) {
    const isShared = isOpenToAll(film) && access.past === '';
    return isShared ? '' : _('A preview: you see this film past its region and window.');
  }
  if (!access?.expireAt) return '';
  const moment = formatMoment(timestampDate(access.expireAt));
  if (access.watchSeconds === 0) return _('Yours until {moment}.', { moment });
  return _(
    '{hours, plural, one {Start it by {moment}. From then it is yours for # hour.} other {Start it by {moment}. From then it is yours for # hours.}}',
    { hours: Math.max(1, Math.round(access.watchSeconds / 3_600)), moment },
  );
}

/** What somebody reads whose time with the film is over [WAT-15]. */
function endedText({ endedAt }: Pick<Access, 'endedAt'>): string {
  if (!endedAt) return '';
  const moment = formatMoment(timestampDate(endedAt));
  return _('Your time with this film ended on {moment}. Unlock it again to continue.', { moment });
}

/** What a free unlock gives. */
function unlockText({ unlockHours, watchHours }: GetFilmAccessResponse): string {
  if (watchHours > 0) return windowsText(unlockHours, watchHours);
  return _('{hours, plural, one {Yours for # hour.} other {Yours for # hours.}}', { hours: unlockHours || 48 });
}
