import {
  type ListWatchlistResponse,
  type WatchlistItem,
  WatchlistService,
} from '@marquee/contracts/film/v1/watchlist_pb';
import { GENRES } from '@marquee/rules/genres';
import { Bookmark, BookmarkX, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { _, worded } from '../../language/words.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Select } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PosterGrid } from '../../ui/rail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { cardView } from '../feed/card-view.ts';
import { FilmCard, NextFilmCards } from '../feed/film-card.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { OwnTabs } from './own-tabs.tsx';
import { saveWatchlisted } from './save-watchlisted.ts';
import {
  KIND_OPTIONS,
  SORT_OPTIONS,
  type WatchlistFilters,
  watchlistHref,
  watchlistRequest,
} from './watchlist-filters.ts';

type Props = { filters: WatchlistFilters; list: ListWatchlistResponse };

/** Films that the viewer wants to see [FLM-14:watchlist]. */
export function WatchlistPage({ filters, list }: Props) {
  return (
    <div className="page grid gap-8 pt-8">
      <OwnTabs />
      <PageTitle
        title={_('Watchlist')}
        {...(list.total > 0 && {
          lead: _('{total, plural, one {One film that you want to see.} other {# films that you want to see.}}', {
            total: list.total,
          }),
        })}
        actions={
          <>
            <LinkButton to="/import">{_('Import')}</LinkButton>
            <DownloadCsv href="/watchlist.csv" isEmpty={list.total === 0} />
          </>
        }
      />
      {list.total > 0 ? <WatchlistFilterBar filters={filters} /> : null}
      <WatchlistFilms key={watchlistHref(filters)} {...{ filters, list }} />
    </div>
  );
}

function WatchlistFilterBar({ filters }: { filters: WatchlistFilters }) {
  const navigate = useNavigate();
  const go = (change: Partial<WatchlistFilters>) =>
    void navigate(watchlistHref({ ...filters, ...change }), { replace: true, preventScrollReset: true });
  return (
    <div className="grid grid-cols-2 items-center gap-3 sm:grid-cols-3 lg:grid-cols-[12rem_12rem_14rem_auto]">
      <Select
        label={_('Length')}
        hideLabel
        optional
        placeholder={_('Short and feature')}
        options={KIND_OPTIONS.map(({ value, label }) => ({ value, label: _(label) }))}
        value={filters.type}
        onChange={(event) => go({ type: event.currentTarget.value })}
      />
      <Select
        label={_('Genre')}
        hideLabel
        optional
        placeholder={_('Any genre')}
        options={GENRES.map((genre) => ({ value: genre, label: worded(genre) }))}
        value={filters.genre}
        onChange={(event) => go({ genre: event.currentTarget.value })}
      />
      <Select
        label={_('Order')}
        hideLabel
        optional
        placeholder={_('Last added first')}
        options={SORT_OPTIONS.map(({ value, label }) => ({ value, label: _(label) }))}
        value={filters.sort}
        onChange={(event) => go({ sort: event.currentTarget.value })}
      />
      <Checkbox
        label={_('Only available films')}
        checked={filters.available === '1'}
        onChange={(event) => go({ available: event.currentTarget.checked ? '1' : '' })}
      />
    </div>
  );
}

function WatchlistFilms({ filters, list }: Props) {
  const shown = useMore(list, {
    method: WatchlistService.method.listWatchlist,
    request: (cursor) => ({ ...watchlistRequest(filters), cursor }),
    page: ({ items, nextCursor }) => ({ items, nextCursor }),
  });
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  // The page was loaded again: what is gone is not in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first page starts again
  useEffect(() => setGone(new Set()), [list]);
  const items = shown.items.flatMap(({ film, available }) => (film && !gone.has(film.id) ? { film, available } : []));
  const setShown = (filmId: string, watchlisted: boolean) =>
    setGone((now) => {
      const next = new Set(now);
      if (watchlisted) next.delete(filmId);
      else next.add(filmId);
      return next;
    });
  const show = (filmId: string) => (watchlisted: boolean) => {
    setShown(filmId, watchlisted);
    return () => setShown(filmId, !watchlisted);
  };
  if (items.length === 0 && !shown.hasMore) return <NoFilms isFiltered={list.total > gone.size} />;
  return (
    <div>
      {items.length > 0 ? (
        <PosterGrid label={_('Films on your watchlist')}>
          {items.map((item) => (
            <WatchlistCard key={item.film.id} item={item} show={show(item.film.id)} />
          ))}
          <NextFilmCards list={shown} />
        </PosterGrid>
      ) : null}
      <ListEnd list={shown} more={_('Show more films')} failed={_('We failed to load more of your watchlist.')}>
        {_('{count, plural, one {One film.} other {All # films.}}', { count: items.length })}
      </ListEnd>
    </div>
  );
}

function NoFilms({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<BookmarkX aria-hidden />}
        title={_('No film on your watchlist matches')}
        action={<LinkButton to="/watchlist">{_('See the whole watchlist')}</LinkButton>}
      >
        {_('Remove a filter to see more.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Bookmark aria-hidden />}
      title={_('Your watchlist is empty')}
      action={<LinkButton to="/films">{_('Find a film')}</LinkButton>}
    >
      {_('Press the bookmark on a film, and it waits for you here.')}
    </EmptyState>
  );
}

type CardProps = {
  item: Required<Pick<WatchlistItem, 'film' | 'available'>>;
  show: (watchlisted: boolean) => () => void;
};

function WatchlistCard({ item: { film, available }, show }: CardProps) {
  const card = cardView(film);
  if (available) return <FilmCard film={card} mark={<TakeOff film={card} show={show} />} />;
  return (
    <li className="relative grid min-w-0 content-start gap-2.5">
      <span className="grid aspect-2/3 place-items-center content-center gap-3 rounded-poster bg-raised px-3 text-center text-ink-muted">
        <EyeOff aria-hidden className="size-6" />
        <span className="text-caption">{_('Not available at the moment')}</span>
      </span>
      <span className="grid gap-0.5">
        <span className="truncate font-medium text-small">{card.title}</span>
        <span className="text-caption text-ink-muted">{card.facts}</span>
      </span>
      <TakeOff film={card} show={show} />
    </li>
  );
}

function TakeOff({ film, show }: { film: { id: string; title: string }; show: CardProps['show'] }) {
  return (
    <IconButton
      label={_('Take {title} off your watchlist', { title: film.title })}
      size="small"
      className="absolute end-1.5 top-1.5 bg-film/75 text-on-film! hover:bg-film!"
      onClick={({ currentTarget }) => {
        // The card goes, and the focus to the one beside it.
        const here = currentTarget.closest('li');
        const beside = here?.nextElementSibling ?? here?.previousElementSibling;
        beside?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
        void saveWatchlisted({ film, watchlisted: false, show });
      }}
    >
      <Bookmark aria-hidden className="size-4 fill-current" />
    </IconButton>
  );
}
