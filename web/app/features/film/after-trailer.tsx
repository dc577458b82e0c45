import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { type FilmView, filmPath } from './film-view.ts';
import { type ActionFilm, PrimaryAction } from './primary-action.tsx';
import { ScreeningDate } from './screening-date.tsx';
import { useFilmAccess } from './use-film-access.ts';

export type AfterTrailerFilm = ActionFilm & Pick<FilmView, 'startsLater'>;

/** Where a trailer leads: to watching the film, to a reminder of its premiere, or to its page. */
export function AfterTrailer({ film }: { film: AfterTrailerFilm }) {
  const { access, retry } = useFilmAccess(film.id);
  const action = access.state === 'ready' ? access.value.access?.action : undefined;
  if (film.startsLater && film.screeningAt) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-lead">
          <span className="text-ink-muted">{_('Premiere on')} </span>
          <ScreeningDate iso={film.screeningAt} />
        </p>
        <div className="flex w-full flex-wrap gap-3">
          <AddToCalendar filmId={film.id} />
          <a href={filmPath(film, 'premiere')} className={buttonClass('secondary', 'large', 'max-sm:w-full')}>
            {_('Go to the premiere')}
          </a>
        </div>
      </div>
    );
  }
  // This is the trailer's page already.
  if (action === Action.TRAILER || action === Action.NONE) {
    return (
      <a href={filmPath(film)} className={buttonClass('primary', 'large', 'justify-self-start max-sm:w-full')}>
        {_('See the film')}
      </a>
    );
  }
  return <PrimaryAction film={film} access={access} onRetry={retry} />;
}
