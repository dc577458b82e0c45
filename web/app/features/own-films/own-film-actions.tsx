import { Bookmark, CalendarPlus, ListPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import type { FilmView } from '../film/film-view.ts';
import type { useFilmAccess } from '../film/use-film-access.ts';
import { saveWatchlisted } from './save-watchlisted.ts';

const AddToListDialog = lazy(() => import('../lists/add-to-list-dialog.tsx'));
const LogFilmDialog = lazy(() => import('./log-film-dialog.tsx'));

type Props = Pick<ReturnType<typeof useFilmAccess>, 'access' | 'change'> & {
  film: Pick<FilmView, 'id' | 'title'>;
  signedIn: boolean;
  askToSignIn: (message: string) => void;
  className: string;
};

/** On a film's page: keep it for later, put it on a list, or write down that one has watched it [FLM-14]. */
export function OwnFilmActions({ film, access, change, signedIn, askToSignIn, className }: Props) {
  const [logging, setLogging] = useState<boolean>();
  const [listing, setListing] = useState<boolean>();
  const watchlisted = access.state === 'ready' && access.value.watchlisted;
  const show = (next: boolean) => change((now) => ({ ...now, watchlisted: next }));
  return (
    <>
      <IconButton
        label={_('Watchlist')}
        aria-pressed={watchlisted}
        className={className}
        onClick={() =>
          signedIn
            ? void saveWatchlisted({ film, watchlisted: !watchlisted, show })
            : askToSignIn(_('Please sign in to keep a watchlist.'))
        }
      >
        <Bookmark aria-hidden className={watchlisted ? 'size-5 fill-current text-action-ink' : 'size-5'} />
      </IconButton>
      <IconButton
        label={_('I watched this')}
        className={className}
        aria-haspopup={signedIn ? 'dialog' : undefined}
        onClick={() => (signedIn ? setLogging(true) : askToSignIn(_('Please sign in to keep a diary.')))}
      >
        <CalendarPlus aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label={_('Add to a list')}
        className={className}
        aria-haspopup={signedIn ? 'dialog' : undefined}
        onClick={() => (signedIn ? setListing(true) : askToSignIn(_('Please sign in to keep lists.')))}
      >
        <ListPlus aria-hidden className="size-5" />
      </IconButton>
      {listing === undefined ? null : (
        <Suspense fallback={null}>
          <AddToListDialog film={film} open={listing} onOpenChange={setListing} />
        </Suspense>
      )}
      {logging === undefined ? null : (
        <Suspense fallback={null}>
          <LogFilmDialog film={film} open={logging} onOpenChange={setLogging} />
        </Suspense>
      )}
    </>
  );
}
