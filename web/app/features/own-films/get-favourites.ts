import type { Api } from '../../api/context.ts';
import { type CardView, cardView } from '../feed/card-view.ts';

export type Favourites = { films: CardView[]; diaryShown: boolean };

/** A person's favourite films; undefined when they could not be asked for: the profile stands without them. */
export async function getFavourites(diary: Api['diary'], personId: string): Promise<Favourites | undefined> {
  try {
    const { films, diaryShown } = await diary.listFavouriteFilms({ personId });
    return { films: films.map(cardView), diaryShown };
  } catch {
    return undefined;
  }
}
