import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type UnlockedFilm, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { Clapperboard } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Poster } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { EmptyState } from '../../ui/states.tsx';
import { coinsText } from '../coins/coins-text.ts';

export const UNLOCKED_PAGE_SIZE = 24;

/** What the viewer unlocked: until when, and for how much [SET-09]. */
export function UnlockedFilms({ first, cursor, now }: { first: UnlockedFilm[]; cursor: string; now: number }) {
  const shown = useMore(
    { items: first, nextCursor: cursor },
    {
      method: WatchService.method.listUnlockedFilms,
      request: (next) => ({ pageSize: UNLOCKED_PAGE_SIZE, cursor: next }),
      page: ({ items, nextCursor }) => ({ items, nextCursor }),
    },
  );
  if (shown.items.length === 0 && !shown.hasMore) {
    return (
      <EmptyState
        icon={<Clapperboard aria-hidden />}
        title={_('You have not unlocked a film yet')}
        action={<LinkButton to="/films">{_('Look at films')}</LinkButton>}
      >
        {_('A film that you unlock stands here with the time until which you can watch it.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label={_('Unlocked films')} className="grid border-line border-t">
        {shown.items.map((item) => (
          <Unlocked key={item.film?.id} item={item} now={now} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of your films.')}>
        {_('{count, plural, one {One film.} other {# films.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}

function Unlocked({
  item: { film, expireAt, paidAmount, coins, waitsForStart },
  now,
}: {
  item: UnlockedFilm;
  now: number;
}) {
  if (!film || !expireAt) return null;
  const until = timestampDate(expireAt);
  const isOpen = until.getTime() > now;
  return (
    <li className="border-line border-b">
      <a href={`/feed/${film.id}`} className="group flex min-w-0 items-center gap-4 py-3">
        <span className="w-14 shrink-0 overflow-hidden rounded-poster">
          <Poster
            source={pictureOf(film.poster)}
            alt=""
            sizes="3.5rem"
            fallback={<Clapperboard aria-hidden className="size-5" />}
          />
        </span>
        <span className="grid min-w-0 grow gap-1">
          <span className="wrap-anywhere font-medium group-hover:text-action-ink">{film.filmTitle}</span>
          <span className="text-ink-muted text-small">
            {isOpen ? (waitsForStart ? _('Start it by') : _('Until')) : _('Ended')} <Moment date={until} />
          </span>
        </span>
        <Badge tone={isOpen ? 'good' : 'neutral'}>{paidText(paidAmount, coins)}</Badge>
      </a>
    </li>
  );
}

function paidText(paidAmount: bigint, coins: bigint): string {
  if (paidAmount > 0n) return formatUsd(paidAmount);
  return coins > 0n ? coinsText(coins) : _('Free');
}
