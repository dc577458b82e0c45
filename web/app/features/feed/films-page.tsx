import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { film } from '../../api/browser/film.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PosterGrid } from '../../ui/rail.tsx';
import { EmptyState, EndOfList, ErrorState } from '../../ui/states.tsx';
import { type CardView, cardView } from './card-view.ts';
import { FilmCard, FilmCardSkeleton } from './film-card.tsx';
import { type FilmFilters, filmsHref, filmsRequest, PAGE_SIZE } from './film-filters.ts';
import { FilterBar } from './filter-bar.tsx';

export type FilmsList = { films: CardView[]; nextCursor: string };

/** All films, searched and filtered. */
export function FilmsPage({ filters, list }: { filters: FilmFilters; list: FilmsList }) {
  const navigation = useNavigation();
  const pending = navigation.state === 'loading' && navigation.location.pathname === '/films';
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle title={filters.genre || 'All films'} crumbs={[{ href: '/', label: 'Movies' }]} />
      <FilterBar filters={filters} />
      <div
        aria-busy={pending || undefined}
        className={classNames('transition-opacity duration-(--steady)', pending && 'opacity-50')}
      >
        <FilmsGrid key={filmsHref(filters)} filters={filters} list={list} />
      </div>
    </div>
  );
}

function FilmsGrid({ filters, list }: { filters: FilmFilters; list: FilmsList }) {
  const [more, setMore] = useState<FilmsList>({ films: [], nextCursor: list.nextCursor });
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [problem, setProblem] = useState('');
  useEffect(() => setMore({ films: [], nextCursor: list.nextCursor }), [list]);

  const films = [...list.films, ...more.films];
  if (films.length === 0) return <NothingFound filters={filters} />;

  const loadMore = async () => {
    setState('loading');
    try {
      const answer = await film.listFilms({ ...filmsRequest(filters), pageSize: PAGE_SIZE, cursor: more.nextCursor });
      setMore({ films: [...more.films, ...answer.films.map(cardView)], nextCursor: answer.nextCursor });
      setState('idle');
    } catch (error) {
      setProblem(messageOf(error, 'Check your network and try again.'));
      setState('failed');
    }
  };
  return (
    <>
      <p className="sr-only" role="status">
        {`${films.length}${more.nextCursor ? ' or more' : ''} films`}
      </p>
      <PosterGrid label="Films">
        {films.map((one, index) => (
          <FilmCard key={one.id} film={one} priority={index < 4} />
        ))}
        {state === 'loading' ? ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => <FilmCardSkeleton key={key} />) : null}
      </PosterGrid>
      {state === 'failed' ? (
        <ErrorState title="We failed to load more films." onRetry={() => void loadMore()}>
          {problem}
        </ErrorState>
      ) : null}
      {more.nextCursor && state !== 'failed' ? (
        <div className="grid justify-items-center py-10">
          <Button pending={state === 'loading'} onClick={() => void loadMore()}>
            Show more films
          </Button>
        </div>
      ) : null}
      {more.nextCursor ? null : (
        <EndOfList>{films.length === 1 ? 'One film.' : `All ${films.length} films.`}</EndOfList>
      )}
    </>
  );
}

function NothingFound({ filters }: { filters: FilmFilters }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No film matches"
      action={
        <a href="/films" className={buttonClass('secondary')}>
          See all films
        </a>
      }
    >
      {filters.q ? 'Try fewer words, another spelling, or take a filter away.' : 'Take a filter away to see more.'}
    </EmptyState>
  );
}
