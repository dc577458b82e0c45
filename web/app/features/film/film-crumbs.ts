import { _ } from '../../language/words.ts';
import type { Crumb } from '../../ui/page-title.tsx';
import { type FilmHead, filmPath } from './film-view.ts';

/** The way back to a film; its title is cut [FLM-09]. */
export function filmCrumbs(film: FilmHead): Crumb[] {
  return [
    { href: '/', label: _('Films') },
    { href: filmPath(film), label: film.shortTitle },
  ];
}
