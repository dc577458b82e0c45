import { _ } from '../../language/words.ts';
import { PosterGrid } from '../../ui/rail.tsx';
import { Section } from '../../ui/section.tsx';
import type { CardView } from '../feed/card-view.ts';
import { FilmCard } from '../feed/film-card.tsx';
import type { Favourites } from './get-favourites.ts';

/** On a profile: the films that somebody loves most, and the way to their diary if they show it. */
export function FavouriteFilms({ personId, favourites }: { personId: string; favourites: Favourites | undefined }) {
  if (!favourites || (favourites.films.length === 0 && !favourites.diaryShown)) return null;
  return (
    <Section title={_('Favourite films')}>
      <div className="grid gap-6">
        {favourites.films.length > 0 ? <FavouriteGrid films={favourites.films} /> : null}
        {favourites.diaryShown ? (
          <a
            href={`/profile/${personId}/diary`}
            className="justify-self-start text-action-ink underline underline-offset-4"
          >
            {_('See the diary')}
          </a>
        ) : null}
      </div>
    </Section>
  );
}

function FavouriteGrid({ films }: { films: CardView[] }) {
  return (
    <PosterGrid label={_('Favourite films')}>
      {films.map((film) => (
        <FilmCard key={film.id} film={film} />
      ))}
    </PosterGrid>
  );
}
