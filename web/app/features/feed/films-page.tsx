import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { SearchX } from 'lucide-react';
import { useNavigation } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { listParts } from '../../language/format.ts';
import { Trans } from '../../language/trans.tsx';
import { _, worded } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PosterGrid } from '../../ui/rail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type CardView, cardView } from './card-view.ts';
import { FilmCard, NextFilmCards } from './film-card.tsx';
import { type FilmFilters, filmsHref, filmsRequest, PAGE_SIZE } from './film-filters.ts';
import { FilterBar } from './filter-bar.tsx';

export type FilmsList = { films: CardView[]; nextCursor: string; respelled?: Respelled | undefined };

/** Other spellings of a search that the films match, and whether some match it as it was typed. */
type Respelled = { spellings: string[]; queryMatches: boolean };

/** All films, searched and filtered. */
export function FilmsPage({ filters, list }: { filters: FilmFilters; list: FilmsList }) {
  const pending = useNavigation().location?.pathname === '/films';
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle
        title={worded(filters.genre) || (filters.q ? _('Search') : _('All films'))}
        crumbs={[{ href: '/', label: _('Films') }]}
      />
      <FilterBar filters={filters} />
      <div
        aria-busy={pending}
        className={classNames('transition-opacity duration-(--steady)', pending && 'opacity-50')}
      >
        <FilmsGrid key={filmsHref(filters)} filters={filters} list={list} />
      </div>
    </div>
  );
}

function FilmsGrid({ filters, list }: { filters: FilmFilters; list: FilmsList }) {
  const shown = useMore(
    { items: list.films, nextCursor: list.nextCursor },
    {
      method: CatalogueService.method.listFilms,
      request: (cursor) => ({ ...filmsRequest(filters), pageSize: PAGE_SIZE, cursor }),
      page: (answer) => ({ items: answer.films.map(cardView), nextCursor: answer.nextCursor }),
    },
  );
  const films = shown.items;
  if (films.length === 0) return <NothingFound filters={filters} />;
  return (
    <>
      {list.respelled ? <OtherSpellings filters={filters} respelled={list.respelled} /> : null}
      <p className="sr-only" role="status">
        {shown.hasMore
          ? _('{count} or more films', { count: films.length })
          : _('{count, plural, one {# film} other {# films}}', { count: films.length })}
      </p>
      <PosterGrid label={_('Films')}>
        {films.map((one, index) => (
          <FilmCard key={one.id} film={one} priority={index < 4} />
        ))}
        <NextFilmCards list={shown} />
      </PosterGrid>
      <ListEnd list={shown} more={_('Show more films')} failed={_('We failed to load more films.')}>
        {_('{count, plural, one {One film.} other {All # films.}}', { count: films.length })}
      </ListEnd>
    </>
  );
}

/** Says what was searched for instead of, or beside, what was typed; each spelling leads to its own search. */
function OtherSpellings({
  filters,
  respelled: { spellings, queryMatches },
}: {
  filters: FilmFilters;
  respelled: Respelled;
}) {
  const typed = `“${filters.q}”`;
  const links = listParts(spellings, 'disjunction').map(({ text, index }) =>
    index === undefined ? (
      text
    ) : (
      <a
        key={text}
        href={filmsHref({ ...filters, q: text })}
        className="text-action-ink underline underline-offset-4"
      >{`“${text}”`}</a>
    ),
  );
  return (
    <p className="mb-6 break-words" role="status">
      {queryMatches ? (
        <Trans
          id="Few films match {typed}. Also showing results for {spellings}."
          values={{ typed, spellings: <>{links}</> }}
        />
      ) : (
        <Trans
          id="Nothing matches {typed}. Showing results for {spellings}."
          values={{ typed, spellings: <>{links}</> }}
        />
      )}
    </p>
  );
}

function NothingFound({ filters }: { filters: FilmFilters }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={_('No film matches')}
      action={
        <a href="/films" className={buttonClass('secondary')}>
          {_('See all films')}
        </a>
      }
    >
      {filters.q ? _('Try fewer words, another spelling, or remove a filter.') : _('Remove a filter to see more.')}
    </EmptyState>
  );
}
