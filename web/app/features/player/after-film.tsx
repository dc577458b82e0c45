import { Clapperboard, RotateCcw, Star, Trophy } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { worksHref } from '../film/directors.ts';
import type { FilmView } from '../film/film-view.ts';
import { AddToDiary } from '../own-films/add-to-diary.tsx';
import type { Playback } from './playback.ts';
import { PlayerPanel } from './player-panel.tsx';
import { usePlaybackState } from './use-playback-state.ts';

/** More directors are named on the film's page. */
const DIRECTORS_MAX = 2;

/** Shown when a film has ended: where the viewer may go from here. */
export function AfterFilm({
  film,
  playback,
  container,
  mayRate,
  isPreview,
  onRate,
  onClose,
}: {
  film: Pick<FilmView, 'id' | 'title' | 'directors' | 'festival'>;
  playback: Playback;
  container: HTMLElement | null;
  mayRate: boolean;
  /** Its maker or staff look at it: nothing of it is counted or written down. */
  isPreview: boolean;
  onRate: () => void;
  onClose: () => void;
}) {
  const ended = usePlaybackState(playback, (state) => state.ended);
  if (!ended) return null;
  const { directors, festival } = film;
  const watchAgain = () => {
    playback.seek(0);
    void playback.play();
  };
  const more = buttonClass('secondary', 'medium', 'min-w-0 justify-start whitespace-normal py-2 text-start');
  return (
    <PlayerPanel title={_('What next?')} description={film.title} open container={container} onClose={onClose}>
      <div className="grid gap-2.5">
        {directors.slice(0, DIRECTORS_MAX).map((name) => (
          <a key={name} href={worksHref(name)} className={more}>
            <Clapperboard aria-hidden className="size-5 shrink-0" />
            {_('More by {name}', { name })}
          </a>
        ))}
        {festival ? (
          <a href={worksHref(festival.name)} className={more}>
            <Trophy aria-hidden className="size-5 shrink-0" />
            {_('More from {name}', { name: festival.name })}
          </a>
        ) : null}
        {mayRate ? (
          <Button className="justify-start" icon={<Star aria-hidden className="size-5" />} onClick={onRate}>
            {_('Rate this film')}
          </Button>
        ) : null}
        {isPreview ? null : <AddToDiary filmId={film.id} />}
        <Button className="justify-start" icon={<RotateCcw aria-hidden className="size-5" />} onClick={watchAgain}>
          {_('Watch again')}
        </Button>
        <a href={`/feed/${film.id}`} className={buttonClass('primary')}>
          {_('Back to the film')}
        </a>
      </div>
    </PlayerPanel>
  );
}
