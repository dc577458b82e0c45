import type { FilmList, GetListResponse } from '@marquee/contracts/film/v1/lists_pb';
import type { Api } from '../../api/context.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { type CardView, cardView } from '../feed/card-view.ts';

/** A list as plain data. */
export type ListView = {
  id: string;
  title: string;
  description: string;
  ranked: boolean;
  isPublic: boolean;
  isOwn: boolean;
  count: number;
  ownerId: string;
  ownerName: string;
  posters: (PictureSource | undefined)[];
};
export type ListedFilm = CardView & { available: boolean };
export type WholeList = { list: ListView; films: ListedFilm[] };

export function listView(list: FilmList): ListView {
  const { id, title, description, ranked, isPublic, isOwn, filmCount, owner, firstFilms } = list;
  return {
    ...{ id, title, description, ranked, isPublic, isOwn },
    count: filmCount,
    ownerId: owner?.id ?? '',
    ownerName: [owner?.firstName, owner?.lastName].filter(Boolean).join(' '),
    posters: firstFilms.map((film) => cardView(film).poster),
  };
}

export function wholeList({ list, films }: GetListResponse): WholeList | undefined {
  if (!list) return undefined;
  return {
    list: listView(list),
    films: films.flatMap(({ film, available }) => (film ? [{ ...cardView(film), available }] : [])),
  };
}

/** The lists that a profile shows; none when they could not be asked for: the profile stands without them. */
export async function getPersonLists(lists: Api['lists'], personId: string): Promise<ListView[]> {
  try {
    return (await lists.listLists({ personId })).lists.map(listView);
  } catch {
    return [];
  }
}
