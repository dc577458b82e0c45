import { EyeOff, ListVideo, Pencil } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PosterGrid } from '../../ui/rail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FilmCard } from '../feed/film-card.tsx';
import { DownloadCsv } from '../own-films/download-csv.tsx';
import type { ListedFilm, WholeList } from './list-view.ts';

/** A list of films: an own one, or one that its owner shows [FLM-14:lists]. */
export function ListPage({ list, films }: WholeList) {
  const crumb = list.isOwn
    ? { href: '/lists', label: _('Lists') }
    : { href: `/profile/${list.ownerId}`, label: list.ownerName || _('Profile') };
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle
        title={list.title}
        crumbs={[crumb]}
        lead={list.description ? <span className="wrap-anywhere whitespace-pre-line">{list.description}</span> : null}
        actions={
          <>
            <DownloadCsv href={`/lists/${list.id}/films.csv`} isEmpty={films.length === 0} />
            {list.isOwn ? (
              <LinkButton
                to={`/lists/${list.id}/edit`}
                variant="primary"
                icon={<Pencil aria-hidden className="size-4" />}
              >
                {_('Edit list')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {films.length === 0 ? (
        <EmptyState icon={<ListVideo aria-hidden />} title={_('No films on this list yet')}>
          {list.isOwn ? _('Edit the list, or put films on it from their pages.') : null}
        </EmptyState>
      ) : (
        <PosterGrid label={_('Films on this list')}>
          {films.map((film, at) => (
            <ListedCard key={film.id} film={film} note={list.ranked ? _('Place {value}', { value: at + 1 }) : ''} />
          ))}
        </PosterGrid>
      )}
    </div>
  );
}

function ListedCard({ film, note }: { film: ListedFilm; note: string }) {
  if (film.available) return <FilmCard film={film} note={note} />;
  return (
    <li className="relative grid min-w-0 content-start gap-2.5">
      <span className="grid aspect-2/3 place-items-center content-center gap-3 rounded-poster bg-raised px-3 text-center text-ink-muted">
        <EyeOff aria-hidden className="size-6" />
        <span className="text-caption">{_('Not available at the moment')}</span>
      </span>
      <span className="grid gap-0.5">
        <span className="truncate font-medium text-small">{film.title}</span>
        <span className="text-caption text-ink-muted">{film.facts}</span>
        {note ? <span className="text-caption text-ink-muted">{note}</span> : null}
      </span>
    </li>
  );
}
