import { type ContinueWatchingItem, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { X } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { client } from '../../api/browser/client.ts';
import { optimisticallyOrToast } from '../../data/optimistically.ts';
import { useOwn } from '../../data/use-own.ts';
import { formatTimeLeft } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Still } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { Rail } from '../../ui/rail.tsx';
import { toast } from '../../ui/toast.ts';
import { useEventsSent } from '../player/use-events-sent.ts';
import { cardView } from './card-view.ts';
import { keepRoom } from './continue-room.ts';
import { ContinueRoom } from './continue-watching.tsx';

const ITEMS_MAX = 12;

/** What the viewer began. The page is whole without it: nothing shows when it cannot be loaded. */
export default function ContinueWatchingRail({ onShown }: { onShown: (filmIds: readonly string[]) => void }) {
  // What an earlier visit could not report belongs in the list.
  const sent = useEventsSent();
  const { own, change } = useOwn(WatchService.method.listContinueWatching, { pageSize: ITEMS_MAX }, sent);
  const items = own.state === 'ready' ? own.value.items.filter(({ film }) => film !== undefined) : [];
  const shown = items.map(({ film }) => film?.id).join(' ');
  useEffect(() => onShown(shown ? shown.split(' ') : []), [shown, onShown]);
  const isKnown = own.state === 'ready';
  useEffect(() => {
    if (isKnown) keepRoom(shown !== '');
  }, [isKnown, shown]);
  if (own.state === 'loading') return <ContinueRoom />;
  if (items.length === 0) return null;

  const save = (filmId: string, dismissed: boolean) => client(WatchService).setProgressDismissed({ filmId, dismissed });
  const remove = async (filmId: string, title: string) => {
    let putBack = () => {};
    const show = () => {
      putBack = change((now) => ({ ...now, items: now.items.filter(({ film }) => film?.id !== filmId) }));
      return putBack;
    };
    const failed = _('We failed to remove that. Please try again.');
    if (!(await optimisticallyOrToast(show, () => save(filmId, true), failed))) return;
    const undone = () => {
      putBack();
      return () => void change((now) => ({ ...now, items: now.items.filter(({ film }) => film?.id !== filmId) }));
    };
    toast({
      message: _('{title} is not in Continue watching any more.', { title }),
      undo: () => void optimisticallyOrToast(undone, () => save(filmId, false), _('We failed to put that back.')),
    });
  };
  return (
    <Rail title={_('Continue watching')} shape="still">
      {items.map((item) => (
        <ContinueCard key={item.film?.id} item={item} onRemove={remove} />
      ))}
    </Rail>
  );
}

type CardProps = { item: ContinueWatchingItem; onRemove: (filmId: string, title: string) => Promise<void> };

function ContinueCard({ item: { film, positionMs, durationMs }, onRemove }: CardProps) {
  if (!film) return null;
  const card = cardView(film);
  const share = durationMs > 0 ? Math.min(100, (positionMs / durationMs) * 100) : 0;
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The card goes, and the focus to the one beside it.
    const here = currentTarget.closest('li');
    const beside = here?.nextElementSibling ?? here?.previousElementSibling;
    beside?.querySelector('a')?.focus({ preventScroll: true });
    void onRemove(film.id, card.title);
  };
  return (
    <li className="group relative min-w-0">
      <a href={`/feed/${film.id}/watch`} className="grid gap-2.5 rounded-poster outline-offset-4">
        <span className="relative block overflow-hidden rounded-poster">
          <Still
            source={pictureOf(film.trailerThumbnail)}
            alt=""
            sizes="(min-width: 40rem) 22rem, 70vw"
            className="transition-[scale,filter] duration-(--slow) group-hover:scale-[1.025] group-hover:brightness-90"
          />
          <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-film/70">
            <span className="block h-full bg-action" style={{ width: `${share}%` }} />
          </span>
        </span>
        <span className="grid gap-0.5">
          <span className="truncate font-medium text-small group-hover:text-action-ink">{card.title}</span>
          <span className="text-caption text-ink-muted">
            {durationMs > 0 ? formatTimeLeft(durationMs - positionMs) : card.facts}
          </span>
        </span>
      </a>
      <IconButton
        label={_('Remove {title} from Continue watching', { title: card.title })}
        className="absolute end-1 top-1 bg-film/75 text-on-film! transition-opacity hover:bg-film! [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 [@media(hover:hover)]:focus-visible:opacity-100"
        onClick={remove}
      >
        <X aria-hidden className="size-5" />
      </IconButton>
    </li>
  );
}
