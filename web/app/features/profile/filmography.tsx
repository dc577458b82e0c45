import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { Clapperboard } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { PosterGrid } from '../../ui/rail.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { FilmCard, FilmCardSkeleton } from '../feed/film-card.tsx';
import { FILMS_PAGE_SIZE, type PersonFilms, personFilmsPage } from './person-films.ts';
import type { ProfileView } from './profile-view.ts';

type Whose = { profile: Pick<ProfileView, 'id' | 'firstName' | 'name'> };

/** The films in which a person agreed to a credit, newest first [PRO-20:credits]. */
export function Filmography({ profile, films }: Whose & { films: PersonFilms | null }) {
  return (
    <Section title="Films">{films ? <Films key={profile.id} {...{ profile, films }} /> : <FilmsFailed />}</Section>
  );
}

function FilmsFailed() {
  const { revalidate } = useRevalidator();
  return (
    <ErrorState title="We failed to load the films." onRetry={() => void revalidate()}>
      Please try again in a moment.
    </ErrorState>
  );
}

function Films({ profile, films }: Whose & { films: PersonFilms }) {
  const shown = useMore(films, {
    method: CatalogueService.method.listPersonFilms,
    request: (cursor) => ({ personId: profile.id, pageSize: FILMS_PAGE_SIZE, cursor }),
    page: personFilmsPage,
  });
  if (shown.items.length === 0) {
    return (
      <EmptyState icon={<Clapperboard aria-hidden />} title="No films yet">
        Films on Marquee in which {profile.firstName || profile.name} has agreed to a credit appear here.
      </EmptyState>
    );
  }
  return (
    <div>
      <PosterGrid label="Films">
        {shown.items.map(({ film, credits }) => (
          <FilmCard key={film.id} film={film} note={credits} />
        ))}
        {shown.state === 'loading' ? ['a', 'b', 'c', 'd'].map((key) => <FilmCardSkeleton key={key} />) : null}
      </PosterGrid>
      <ListEnd list={shown} more="Show more films" failed="We failed to load more films.">
        {shown.items.length === 1 ? 'One film.' : `All ${shown.items.length} films.`}
      </ListEnd>
    </div>
  );
}
