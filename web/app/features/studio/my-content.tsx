import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CONTENT_ADDRESS, type ContentView, contentHref, contentRequest } from './content-address.ts';
import { ContentFinder } from './content-finder.tsx';
import { FilmTable } from './film-table.tsx';
import { StudioTabs } from './studio-tabs.tsx';

export const PAGE_SIZE = 24;

type Props = { view: ContentView; first: StudioFilm[]; cursor: string };

/** /content: a maker's films, what each still needs, and whether it is seen [STU-01]. */
export function MyContent({ view, first, cursor }: Props) {
  const isEmpty = first.length === 0 && view.q === '';
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <StudioTabs />
      <PageTitle
        title={_('My Content')}
        lead={_('Your films, from the first upload to the audience.')}
        actions={
          <>
            <LinkButton to="/user/submissions">{_('My submissions')}</LinkButton>
            <LinkButton
              variant={isEmpty ? 'secondary' : 'primary'}
              to="/content/create"
              icon={<Plus aria-hidden className="size-4" />}
            >
              {_('New film')}
            </LinkButton>
          </>
        }
      />
      {isEmpty ? (
        <EmptyState
          title={_('No films yet')}
          action={
            <LinkButton variant="primary" to="/content/create">
              {_('Create your first film')}
            </LinkButton>
          }
        >
          {_('Add a title, upload the file, and publish it when you are ready.')}
        </EmptyState>
      ) : (
        <FilmList view={view} first={first} cursor={cursor} />
      )}
    </div>
  );
}

function FilmList({ view, first, cursor }: Props) {
  const pending = useNavigation().location?.pathname === CONTENT_ADDRESS;
  const shown = useMore(
    { items: first, nextCursor: cursor },
    {
      method: StudioService.method.listMyFilms,
      request: (next) => ({ ...contentRequest(view), pageSize: PAGE_SIZE, cursor: next }),
      page: (answer) => ({ items: answer.films, nextCursor: answer.nextCursor }),
    },
  );
  const { films, change, remove } = useChanges(shown.items);
  const { revalidate } = useRevalidator();
  const removeOne = (filmId: string) => {
    remove(filmId);
    if (films.length === 1) void revalidate();
  };
  return (
    <div className="grid gap-4">
      <ContentFinder view={view} />
      <p className="sr-only" role="status">
        {shown.hasMore
          ? _('{count} or more films', { count: films.length })
          : _('{count, plural, one {# film} other {# films}}', { count: films.length })}
      </p>
      <div
        aria-busy={pending}
        className={classNames('transition-opacity duration-(--steady)', pending && 'opacity-50')}
      >
        {films.length === 0 ? (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={_('No film of yours matches “{q}”', { q: view.q })}
            action={<LinkButton to={contentHref({ ...view, q: '' })}>{_('Show all my films')}</LinkButton>}
          />
        ) : (
          <>
            <FilmTable films={films} view={view} onChanged={change} onDeleted={removeOne} />
            <ListEnd list={shown} more={_('Load more')} failed={_('Failed to load films')}>
              {_('{count, plural, one {One film} other {All # films}}', { count: films.length })}
            </ListEnd>
          </>
        )}
      </div>
    </div>
  );
}

/** The films of a list with what has changed since it was loaded, without those that were deleted. One whose figures changed may be on two pages. */
function useChanges(listed: StudioFilm[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, StudioFilm>>(new Map());
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const byId = new Map(listed.map((entry) => [entry.film?.id ?? '', newerOf(entry, changed)]));
  return {
    films: [...byId.values()].filter(({ film }) => !removed.has(film?.id ?? '')),
    remove: (filmId: string) => setRemoved((now) => new Set(now).add(filmId)),
    change: (entry: StudioFilm) => setChanged((now) => new Map(now).set(entry.film?.id ?? '', newerOf(entry, now))),
  };
}

function newerOf(entry: StudioFilm, changed: ReadonlyMap<string, StudioFilm>): StudioFilm {
  const other = changed.get(entry.film?.id ?? '');
  return other && changedAt(other) > changedAt(entry) ? other : entry;
}

const changedAt = ({ film }: StudioFilm) => (film?.updatedAt ? timestampMs(film.updatedAt) : 0);
