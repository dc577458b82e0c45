import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { Clapperboard } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { PosterGrid } from '../../ui/rail.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { FilmCard, NextFilmCards } from '../feed/film-card.tsx';
import { FILMS_PAGE_SIZE, type PersonFilms, personFilmsPage } from './person-films.ts';
import type { ProfileView } from './profile-view.ts';

type Whose = { profile: Pick<ProfileView, 'id' | 'firstName' | 'name'> };

/** The films in which a person agreed to a credit, newest first [PRO-20:credits]. */
export function Filmography({ profile, films, isOwn = false }: Whose & { films: PersonFilms | null; isOwn?: boolean }) {
  return (
    <Section title={_('Films')}>
      {films ? <Films key={profile.id} {...{ profile, films, isOwn }} /> : <FilmsFailed />}
    </Section>
  );
}

function FilmsFailed() {
  const { revalidate } = useRevalidator();
  return (
    <ErrorState title={_('We failed to load the films.')} onRetry={() => void revalidate()}>
      {_('Please try again in a moment.')}
    </ErrorState>
  );
}

function Films({ profile, films, isOwn }: Whose & { films: PersonFilms; isOwn: boolean }) {
  const shown = useMore(films, {
    method: CatalogueService.method.listPersonFilms,
    request: (cursor) => ({ personId: profile.id, pageSize: FILMS_PAGE_SIZE, cursor }),
    page: personFilmsPage,
  });
  if (shown.items.length === 0) {
    return (
      <EmptyState icon={<Clapperboard aria-hidden />} title={_('No films yet')}>
        {isOwn
          ? _('Films on Marquee in which you have agreed to a credit appear here.')
          : _('Films on Marquee in which {name} has agreed to a credit appear here.', {
              name: profile.firstName || profile.name,
            })}
      </EmptyState>
    );
  }
  return (
    <div>
      <PosterGrid label={_('Films')}>
        {shown.items.map(({ film, credits }) => (
          <FilmCard key={film.id} film={film} note={credits} />
        ))}
        <NextFilmCards list={shown} />
      </PosterGrid>
      <ListEnd list={shown} more={_('Show more films')} failed={_('We failed to load more films.')}>
        {_('{count, plural, one {One film.} other {All # films.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}
