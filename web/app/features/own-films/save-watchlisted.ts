import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { _ } from '../../language/words.ts';
import { toast } from '../../ui/toast.ts';

type Change = {
  film: { id: string; title: string };
  watchlisted: boolean;
  /** Shows that the film is on the watchlist, or is not, and returns the function that reverts it. */
  show: (watchlisted: boolean) => () => void;
};

/** Puts a film on the watchlist or takes it off: shown at once, saved behind, with undo. */
export async function saveWatchlisted({ film, watchlisted, show }: Change): Promise<void> {
  const save = (next: boolean, undo: boolean) => () =>
    client(WatchlistService).setWatchlisted({ filmId: film.id, watchlisted: next, undo });
  const failed = _('We failed to save that. Please try again.');
  if (!(await optimisticallyOrToast(() => show(watchlisted), save(watchlisted, false), failed))) return;
  toast({
    message: watchlisted
      ? _('{title} is on your watchlist.', { title: film.title })
      : _('{title} is off your watchlist.', { title: film.title }),
    undo: () => void optimisticallyOrToast(() => show(!watchlisted), save(!watchlisted, true), failed),
  });
}
