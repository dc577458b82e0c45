import {
  type Recommendation,
  RecommendationReason,
  RecommendationService,
} from '@marquee/contracts/film/v1/recommendations_pb';
import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import type { ReactNode } from 'react';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Rail } from '../../ui/rail.tsx';
import { cardView } from '../feed/card-view.ts';
import { FilmCard } from '../feed/film-card.tsx';

const FILMS_MAX = 18;

/** What comes next on the viewer's watchlist, and what they may like. The page is whole without: nothing shows when it cannot be loaded. */
export default function ForYouRails(): ReactNode {
  return (
    <>
      <NextUp />
      <Recommended />
    </>
  );
}

/** The newest films of the watchlist that can be watched [FLM-15:next-up]. */
function NextUp() {
  const { own } = useOwn(WatchlistService.method.listWatchlist, { availableOnly: true, pageSize: FILMS_MAX });
  const films = own.state === 'ready' ? own.value.items.flatMap(({ film }) => film ?? []) : [];
  if (films.length === 0) return null;
  return (
    <Rail title={_('Next up')} href="/watchlist">
      {films.map((film) => (
        <FilmCard key={film.id} film={cardView(film)} />
      ))}
    </Rail>
  );
}

function Recommended() {
  const { own } = useOwn(RecommendationService.method.listRecommendations, { pageSize: FILMS_MAX });
  const items = own.state === 'ready' ? own.value.items : [];
  if (items.length === 0) return null;
  return (
    <Rail title={_('For you')}>
      {items.map((item) =>
        item.film ? <FilmCard key={item.film.id} film={cardView(item.film)} note={reasonOf(item)} /> : null,
      )}
    </Rail>
  );
}

function reasonOf({ reason, becauseTitle }: Recommendation): string {
  return reason === RecommendationReason.LIKED
    ? _('Because you liked {becauseTitle}', { becauseTitle })
    : _('Because you watched {becauseTitle}', { becauseTitle });
}
