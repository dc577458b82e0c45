import { type ContinueWatchingItem, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { formatTimeLeft } from '@marquee/rules/format';
import { useOwn } from '../../data/use-own.ts';
import { Still } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { Rail } from '../../ui/rail.tsx';
import { useEventsSent } from '../player/use-events-sent.ts';
import { cardView } from './card-view.ts';

const ITEMS_MAX = 12;

/** What the viewer began. The page is whole without it: nothing shows while it loads or when it cannot be loaded. */
export default function ContinueWatchingRail() {
  // What an earlier visit could not report belongs in the list.
  const sent = useEventsSent();
  const { own } = useOwn(WatchService.method.listContinueWatching, { pageSize: ITEMS_MAX }, sent);
  const items = own.state === 'ready' ? own.value.items.filter(({ film }) => film !== undefined) : [];
  if (items.length === 0) return null;
  return (
    <Rail title="Continue watching" shape="still">
      {items.map((item) => (
        <ContinueCard key={item.film?.id} item={item} />
      ))}
    </Rail>
  );
}

function ContinueCard({ item: { film, positionMs, durationMs } }: { item: ContinueWatchingItem }) {
  if (!film) return null;
  const card = cardView(film);
  const share = durationMs > 0 ? Math.min(100, (positionMs / durationMs) * 100) : 0;
  return (
    <li className="min-w-0">
      <a href={`/feed/${film.id}/watch`} className="group grid gap-2.5 rounded-poster outline-offset-4">
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
    </li>
  );
}
