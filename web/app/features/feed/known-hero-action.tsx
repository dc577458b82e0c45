import type { ReactNode } from 'react';
import { PrimaryAction } from '../film/primary-action.tsx';
import { useFilmAccess } from '../film/use-film-access.ts';
import type { HeroView } from './card-view.ts';

export default function KnownHeroAction({ film }: { film: HeroView }): ReactNode {
  const { access, retry } = useFilmAccess(film.id);
  // The large film is in the feed, so it is public.
  return (
    <PrimaryAction film={{ ...film, preview: false, isPublic: true }} access={access} onRetry={retry} isBesideFilm />
  );
}
