import type { ListPersonFilmsResponse } from '@marquee/contracts/film/v1/catalogue_pb';
import type { Api } from '../../api/context.ts';
import type { Page } from '../../data/use-more.ts';
import { creditText } from '../crew/crew-view.ts';
import { type CardView, cardView } from '../feed/card-view.ts';

export const FILMS_PAGE_SIZE = 24;

/** A film with what the person did in it. */
export type PersonFilmView = { film: CardView; credits: string };
export type PersonFilms = Page<PersonFilmView> & { creditCount: number };

/** A person's films; null when they could not be asked for: the profile stands without them. */
export async function getPersonFilms(catalogue: Api['catalogue'], personId: string): Promise<PersonFilms | null> {
  try {
    const answer = await catalogue.listPersonFilms({ personId, pageSize: FILMS_PAGE_SIZE });
    return { ...personFilmsPage(answer), creditCount: answer.creditCount };
  } catch {
    return null;
  }
}

export function personFilmsPage({ films, nextCursor }: ListPersonFilmsResponse): Page<PersonFilmView> {
  const items = films.flatMap(({ film, credits }) =>
    film ? { film: cardView(film), credits: [...new Set(credits.map(creditText))].join(', ') } : [],
  );
  return { items, nextCursor };
}
