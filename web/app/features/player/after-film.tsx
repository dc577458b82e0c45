import { Clapperboard, RotateCcw, Star, Trophy } from 'lucide-react';
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
  const more = buttonClass('secondary', 'medium', 'min-w-0 justify-start whitespace-normal py-2 text-left');
  return (
    <PlayerPanel title="What next?" description={film.title} open container={container} onClose={onClose}>
      <div className="grid gap-2.5">
        {directors.slice(0, DIRECTORS_MAX).map((name) => (
          <a key={name} href={worksHref(name)} className={more}>
            <Clapperboard aria-hidden className="size-5 shrink-0" />
            More by {name}
          </a>
        ))}
        {festival ? (
          <a href={worksHref(festival.name)} className={more}>
            <Trophy aria-hidden className="size-5 shrink-0" />
            More from {festival.name}
          </a>
        ) : null}
        {mayRate ? (
          <Button className="justify-start" icon={<Star aria-hidden className="size-5" />} onClick={onRate}>
            Rate this film
          </Button>
        ) : null}
        {isPreview ? null : <AddToDiary filmId={film.id} />}
        <Button className="justify-start" icon={<RotateCcw aria-hidden className="size-5" />} onClick={watchAgain}>
          Watch again
        </Button>
        <a href={`/feed/${film.id}`} className={buttonClass('primary')}>
          Back to the film
        </a>
      </div>
    </PlayerPanel>
  );
}
