import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import { Bookmark } from 'lucide-react';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { saveWatchlisted } from './save-watchlisted.ts';

/** All cards of a page share one answer. Nothing shows while it is not known. */
export default function CardWatchlistButton({ film }: { film: { id: string; title: string } }) {
  const { own, change } = useOwn(WatchlistService.method.listWatchlistIds, {});
  if (own.state !== 'ready') return null;
  const watchlisted = own.value.filmIds.includes(film.id);
  const show = (next: boolean) =>
    change((now) => {
      const others = now.filmIds.filter((id) => id !== film.id);
      return { ...now, filmIds: next ? [film.id, ...others] : others };
    });
  return (
    <IconButton
      label={_('{title} on your watchlist', { title: film.title })}
      size="small"
      aria-pressed={watchlisted}
      className={classNames(
        'absolute end-1.5 top-1.5 bg-film/75 text-on-film! transition-opacity hover:bg-film!',
        watchlisted
          ? ''
          : '[@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover/card:opacity-100 [@media(hover:hover)]:focus-visible:opacity-100',
      )}
      onClick={() => void saveWatchlisted({ film, watchlisted: !watchlisted, show })}
    >
      <Bookmark aria-hidden className={classNames('size-4', watchlisted && 'fill-current')} />
    </IconButton>
  );
}
