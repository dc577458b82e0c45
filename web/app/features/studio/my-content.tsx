import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { formatAddedDate } from '@marquee/rules/format';
import { Plus } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Poster } from '../../ui/picture.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { releaseLabel } from '../film/film-labels.ts';
import { statusOf, visibilityOf } from './film-status.ts';
import { ChangesAskedLine } from './review-notice.tsx';

export const PAGE_SIZE = 24;

/** /content: a maker's films, what each still needs, and whether it is seen [STU-01]. */
export function MyContent({ first, cursor }: { first: StudioFilm[]; cursor: string }) {
  const shown = useMore(
    { items: first, nextCursor: cursor },
    {
      method: StudioService.method.listMyFilms,
      request: (next) => ({ pageSize: PAGE_SIZE, cursor: next }),
      page: (answer) => ({ items: answer.films, nextCursor: answer.nextCursor }),
    },
  );
  const films = shown.items;
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <PageTitle
        title="My Content"
        lead="Your films, from the first upload to the audience."
        actions={
          <LinkButton
            variant={films.length === 0 ? 'secondary' : 'primary'}
            to="/content/create"
            icon={<Plus aria-hidden className="size-4" />}
          >
            New film
          </LinkButton>
        }
      />
      {films.length === 0 ? (
        <EmptyState
          title="No films yet"
          action={
            <LinkButton variant="primary" to="/content/create">
              Create your first film
            </LinkButton>
          }
        >
          Add a title, upload the file, and publish it when you are ready.
        </EmptyState>
      ) : (
        <>
          <FilmTable films={films} />
          <ListEnd list={shown} more="Load more" failed="Failed to load films">
            {films.length === 1 ? 'One film' : `All ${films.length} films`}
          </ListEnd>
        </>
      )}
    </div>
  );
}

function FilmTable({ films }: { films: StudioFilm[] }) {
  return (
    <table className="w-full border-collapse text-left text-small">
      <caption className="sr-only">My films</caption>
      <thead className="hidden text-ink-muted md:table-header-group">
        <tr className="border-line border-b">
          <th scope="col" className="py-3 pr-4 font-medium">
            Film
          </th>
          <th scope="col" className="py-3 pr-4 font-medium">
            Status
          </th>
          <th scope="col" className="py-3 pr-4 font-medium">
            Visibility
          </th>
          <th scope="col" className="py-3 pr-4 font-medium">
            Release type
          </th>
          <th scope="col" className="py-3 font-medium">
            Added
          </th>
        </tr>
      </thead>
      <tbody>
        {films.map((entry) => (
          <FilmRow key={entry.film?.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function FilmRow({ entry }: { entry: StudioFilm }) {
  const film = entry.film;
  if (!film) return null;
  const status = statusOf(entry);
  const releaseType = releaseLabel(film.releaseType);
  return (
    <tr className="relative grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b py-4 hover:bg-surface md:table-row">
      <td className="row-span-3 md:w-[36%] md:py-3 md:pr-4">
        <div className="flex items-center gap-4">
          <div className="w-16 shrink-0 md:w-12">
            <Poster source={film.poster} alt="" sizes="64px" />
          </div>
          <a
            href={`/content/${film.id}/edit`}
            className="relative hidden min-w-0 wrap-anywhere font-medium text-body after:absolute after:-inset-3 md:block"
          >
            {film.filmTitle}
          </a>
        </div>
      </td>
      <td className="md:hidden">
        <a
          href={`/content/${film.id}/edit`}
          className="wrap-anywhere font-medium text-body after:absolute after:inset-0"
        >
          {film.filmTitle}
        </a>
      </td>
      <td className="min-w-0 md:max-w-72 md:py-3 md:pr-4">
        <Badge tone={status.tone}>{status.label}</Badge>
        {status.detail ? <p className="mt-1 text-ink-muted text-small">{status.detail}</p> : null}
        <ChangesAskedLine entry={entry} />
      </td>
      <td className="text-ink-muted md:whitespace-nowrap md:py-3 md:pr-4">
        {visibilityOf(entry)}
        <span className="md:hidden">{releaseType ? ` · ${releaseType}` : ''}</span>
      </td>
      <td className="hidden text-ink-muted md:table-cell md:py-3 md:pr-4">{releaseType}</td>
      <td className="tabular hidden whitespace-nowrap text-ink-muted md:table-cell md:py-3">
        {film.createdAt ? formatAddedDate(timestampDate(film.createdAt), 'UTC') : ''}
      </td>
    </tr>
  );
}
