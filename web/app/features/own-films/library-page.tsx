import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { type UnlockedFilm, WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { Library } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatAddedDate, formatTimeLeft } from '../../language/format.ts';
import { _, msg } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PosterGrid } from '../../ui/rail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { cardView } from '../feed/card-view.ts';
import { FilmCard, NextFilmCards } from '../feed/film-card.tsx';
import { OwnTabs } from './own-tabs.tsx';

export const LIBRARY_PAGE_SIZE = 36;

/** The tabs of the library, by the last part of their address [FLM-11]. */
export const LIBRARY_KINDS = [
  { kind: '', label: msg('All'), is: ProjectType.UNSPECIFIED, empty: msg('Your library is empty') },
  { kind: 'feature-films', label: msg('Feature Films'), is: ProjectType.FEATURE, empty: msg('No feature films yet') },
  { kind: 'short-films', label: msg('Short Films'), is: ProjectType.SHORT, empty: msg('No short films yet') },
] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

const TABS = LIBRARY_KINDS.map(({ kind, label }) => ({ to: kind ? `/library/${kind}` : '/library', label }));

type Page = { items: UnlockedFilm[]; nextCursor: string };

/** What the viewer has unlocked, with how far they have watched it [FLM-11]. */
export function LibraryPage({ kind, page, now }: { kind: LibraryKind; page: Page; now: number }) {
  return (
    <div className="page grid gap-8 pt-8">
      <OwnTabs />
      <PageTitle title={_('My Library')} lead={_('Films that you have unlocked, the newest first.')} />
      <TabLinks label={_('Kinds of films')} tabs={TABS.map(({ to, label }) => ({ to, label: _(label) }))} />
      <LibraryFilms key={kind.kind} {...{ kind, page, now }} />
    </div>
  );
}

function LibraryFilms({ kind, page, now }: { kind: LibraryKind; page: Page; now: number }) {
  const shown = useMore(page, {
    method: WatchService.method.listUnlockedFilms,
    request: (cursor) => ({ projectType: kind.is, pageSize: LIBRARY_PAGE_SIZE, cursor }),
    page: ({ items, nextCursor }) => ({ items, nextCursor }),
  });
  if (shown.items.length === 0 && !shown.hasMore) {
    return (
      <EmptyState
        icon={<Library aria-hidden />}
        title={_(kind.empty)}
        action={<LinkButton to="/films">{_('Look at films')}</LinkButton>}
      >
        {_('A film that you unlock stands here, so that you find your way back to it.')}
      </EmptyState>
    );
  }
  return (
    <div>
      {shown.items.length > 0 ? (
        <PosterGrid label={_('Films in your library')}>
          {shown.items.map((item) =>
            item.film ? (
              <FilmCard
                key={item.film.id}
                film={cardView(item.film)}
                note={stateOf(item, now)}
                progress={shareOf(item)}
              />
            ) : null,
          )}
          <NextFilmCards list={shown} />
        </PosterGrid>
      ) : null}
      <ListEnd list={shown} more={_('Show more films')} failed={_('We failed to load more of your films.')}>
        {_('{count, plural, one {One film.} other {All # films.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}

/** How far a film was watched, from 0 to 1. */
function shareOf({ positionMs, durationMs, finished }: UnlockedFilm): number {
  if (finished) return 1;
  return durationMs > 0 ? Math.min(1, positionMs / durationMs) : 0;
}

/** What stands below a film: how much of it is left, and until when it can be watched. */
function stateOf({ positionMs, durationMs, finished, expireAt, waitsForStart }: UnlockedFilm, now: number): string {
  const until = expireAt ? timestampDate(expireAt) : undefined;
  if (!until || until.getTime() <= now)
    return finished ? _('Watched. Your unlock has ended.') : _('Your unlock has ended.');
  if (waitsForStart) return _('Start it by {addedDate}', { addedDate: formatAddedDate(until) });
  if (finished) return _('Watched. Until {addedDate}', { addedDate: formatAddedDate(until) });
  if (positionMs > 0 && durationMs > 0)
    return _('{timeLeft}, until {addedDate}', {
      timeLeft: formatTimeLeft(durationMs - positionMs),
      addedDate: formatAddedDate(until),
    });
  return _('Until {addedDate}', { addedDate: formatAddedDate(until) });
}
