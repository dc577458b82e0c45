import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { formatAddedDate, formatCount, formatFixed } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Poster } from '../../ui/picture.tsx';
import { releaseLabel } from '../film/film-labels.ts';
import { type ContentSort, type ContentView, contentHref, sortedBy } from './content-address.ts';
import { FilmRowMenu } from './film-row-menu.tsx';
import { statusOf, visibilityOf } from './film-status.ts';
import { ChangesAskedLine } from './review-notice.tsx';
import { StatusNow } from './status-now.tsx';
import { usePublishing } from './use-publishing.ts';

type RowProps = { onChanged: (entry: StudioFilm) => void; onDeleted: (filmId: string) => void };
type Props = RowProps & { films: StudioFilm[]; view: ContentView };

/** A maker's films: a table, on phones a list of cards [STU-01]. */
export function FilmTable({ films, view, ...row }: Props) {
  return (
    <table className="w-full border-collapse text-start text-small">
      <caption className="sr-only">{_('My films')}</caption>
      <thead className="hidden text-ink-muted md:table-header-group">
        <tr className="border-line border-b">
          <SortHeading view={view} sort="title" colSpan={2}>
            {_('Film')}
          </SortHeading>
          <th scope="col" className="py-3 pe-4 font-medium">
            {_('Status')}
          </th>
          <th scope="col" className="py-3 pe-4 font-medium">
            {_('Visibility')}
          </th>
          <SortHeading view={view} sort="views" isFigure>
            {_('Views')}
          </SortHeading>
          <SortHeading view={view} sort="rating" isFigure>
            {_('Rating')}
          </SortHeading>
          <SortHeading view={view} sort="added" className="max-lg:hidden">
            {_('Added')}
          </SortHeading>
          <th scope="col" className="w-11">
            <span className="sr-only">{_('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {films.map((entry) => (
          <FilmRow key={entry.film?.id} entry={entry} {...row} />
        ))}
      </tbody>
    </table>
  );
}

type HeadingProps = {
  view: ContentView;
  sort: ContentSort;
  isFigure?: boolean;
  colSpan?: number;
  className?: string;
  children: string;
};

/** A heading that sorts the list by its column; again, the other way round. */
function SortHeading({ view, sort, isFigure, colSpan, className, children }: HeadingProps) {
  const isSorted = view.sort === sort;
  const Arrow = view.ascending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      colSpan={colSpan}
      aria-sort={isSorted ? (view.ascending ? 'ascending' : 'descending') : undefined}
      className={classNames('pe-4 font-medium', isFigure && 'text-end', className)}
    >
      <Link
        to={contentHref(sortedBy(view, sort))}
        replace
        preventScrollReset
        className={classNames('inline-flex min-h-11 items-center gap-1 hover:text-ink', isSorted && 'text-ink')}
      >
        {children}
        <Arrow aria-hidden className={classNames('size-3.5', !isSorted && 'invisible')} />
      </Link>
    </th>
  );
}

function FilmRow({ entry, onChanged, onDeleted }: RowProps & { entry: StudioFilm }) {
  const row = useRef<HTMLTableRowElement>(null);
  const changed = (next: StudioFilm | undefined) => next && onChanged(next);
  const publishing = usePublishing(entry.film?.id ?? '', changed);
  const film = entry.film;
  if (!film) return null;
  const refetch = async () => {
    const answer = await client(StudioService)
      .getMyFilm({ filmId: film.id })
      .catch(() => undefined);
    changed(answer?.film);
  };
  const leave = () => {
    // The row goes, and the focus to the one beside it, after the dialog has given it back.
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    onDeleted(film.id);
    requestAnimationFrame(() => beside?.querySelector('a')?.focus());
  };
  const status = statusOf(entry);
  const release = releaseLabel(film.releaseType);
  const added = film.createdAt ? formatAddedDate(timestampDate(film.createdAt), 'UTC') : '';
  return (
    <tr
      ref={row}
      aria-busy={publishing.pending}
      className="relative grid grid-cols-[64px_minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-line border-b py-4 hover:bg-surface md:table-row"
    >
      <td className="row-span-4 md:w-16 md:py-3 md:pe-4 md:align-top">
        <div className="w-16 md:w-12">
          <Poster source={film.poster} alt="" sizes="64px" />
        </div>
      </td>
      <th scope="row" className="min-w-0 font-normal md:w-[26%] md:py-3 md:pe-4 md:align-top">
        <a
          href={`/content/${film.id}/edit`}
          className="wrap-anywhere inline-flex min-h-11 items-center font-medium text-body after:absolute after:inset-0 md:min-h-6"
        >
          {film.filmTitle}
        </a>
        {release ? <p className="text-ink-muted max-md:hidden">{release}</p> : null}
      </th>
      <td className="col-span-2 col-start-2 row-start-2 min-w-0 md:max-w-72 md:py-3 md:pe-4 md:align-top">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={status.tone}>{status.label}</Badge>
          <span className="text-ink-muted md:hidden">{visibilityOf(entry)}</span>
        </span>
        <div className="mt-1">
          <StatusNow entry={entry} refetch={refetch} />
        </div>
        <ChangesAskedLine entry={entry} />
      </td>
      <td className="hidden text-ink-muted md:table-cell md:py-3 md:pe-4 md:align-top lg:whitespace-nowrap">
        {visibilityOf(entry)}
      </td>
      <td className="tabular hidden text-end md:table-cell md:py-3 md:pe-8.5 md:align-top">{viewsOf(entry)}</td>
      <td className="tabular hidden whitespace-nowrap text-end md:table-cell md:py-3 md:pe-8.5 md:align-top">
        <Rating entry={entry} />
      </td>
      <td className="tabular hidden whitespace-nowrap text-ink-muted lg:table-cell lg:py-3 lg:pe-4 lg:align-top">
        {added}
      </td>
      <td className="tabular col-span-2 col-start-2 row-start-3 text-ink-muted md:hidden">
        {viewsText(entry)} ·{' '}
        {film.ratingCount > 0 ? (
          <>
            <Rating entry={entry} /> ·{' '}
          </>
        ) : null}
        {added}
      </td>
      <td className="relative z-1 col-start-3 row-start-1 -mt-0.5 md:py-1.5 md:align-top">
        <FilmRowMenu film={film} publishing={publishing} onDeleted={leave} />
      </td>
    </tr>
  );
}

const viewsOf = ({ film }: StudioFilm) => formatCount(film?.counters?.viewCount ?? 0n);
const viewsText = (entry: StudioFilm) =>
  _('{count, plural, one {{views} view} other {{views} views}}', {
    count: Number(entry.film?.counters?.viewCount ?? 0n),
    views: viewsOf(entry),
  });

function Rating({ entry: { film } }: { entry: StudioFilm }) {
  if (!film || film.ratingCount === 0) {
    return (
      <>
        <span aria-hidden className="text-ink-muted">
          –
        </span>
        <span className="sr-only">{_('not rated')}</span>
      </>
    );
  }
  return (
    <>
      {formatFixed(film.userRating, 1)}
      <span className="sr-only"> {_('of 5, by')}</span> <span className="text-ink-muted">({film.ratingCount})</span>
    </>
  );
}
