import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { formatAddedDate } from '@marquee/rules/format';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { film as filmApi } from '../../api/browser/film.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Poster } from '../../ui/picture.tsx';
import { EmptyState, EndOfList } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { statusOf, visibilityOf } from './film-status.ts';
import { releaseTypeLabel } from './labels.ts';

export const PAGE_SIZE = 24;

/** /content: a maker's films, what each still needs, and whether it is seen [STU-01]. */
export function MyContent({ first, cursor }: { first: StudioFilm[]; cursor: string }) {
  const [more, setMore] = useState<StudioFilm[]>([]);
  const [next, setNext] = useState(cursor);
  const [pending, setPending] = useState(false);
  const films = [...first, ...more];

  const loadMore = async () => {
    setPending(true);
    try {
      const page = await filmApi.listMyFilms({ pageSize: PAGE_SIZE, cursor: next });
      setMore((before) => [...before, ...page.films]);
      setNext(page.nextCursor);
    } catch (error) {
      toast({ message: messageOf(error, 'Failed to load films'), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
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
          {next ? (
            <Button className="justify-self-center" pending={pending} onClick={loadMore}>
              Load more
            </Button>
          ) : (
            <EndOfList>{films.length === 1 ? 'One film' : `All ${films.length} films`}</EndOfList>
          )}
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
  const releaseType = releaseTypeLabel(film.releaseType);
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
