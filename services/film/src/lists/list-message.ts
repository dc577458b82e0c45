import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  FilmListSchema,
  GetListResponseSchema,
  ListListsResponseSchema,
} from '@marquee/contracts/film/v1/lists_pb';
import { FILM_LIST_FIRST_FILMS } from '@marquee/rules/film-lists';
import { cardMessage } from '../films/film-message.ts';
import { keptCardMessage } from '../films/kept-card.ts';
import type { FilmList } from './film-lists.ts';
import type { ListPage } from './get-list.ts';
import type { ListedFilm } from './list-films.ts';
import type { Lists } from './list-lists.ts';

function filmListMessage(row: FilmList, isOwn: boolean, first: ListedFilm[]): MessageInitShape<typeof FilmListSchema> {
  const { id, title, description, ranked, isPublic, filmCount, hasFilm } = row;
  return {
    ...{ id, title, description, ranked, isPublic, filmCount, isOwn },
    hasFilm: isOwn && hasFilm,
    updatedAt: timestampFromDate(row.updatedAt),
    owner: {
      id: row.accountId,
      firstName: row.firstName ?? '',
      lastName: row.lastName ?? '',
      profilePicture: row.profilePicture ?? '',
    },
    firstFilms: first.map(cardMessage),
  };
}

export function listMessage({ list, isOwn, films }: ListPage): MessageInitShape<typeof GetListResponseSchema> {
  const first = films.filter(({ available }) => available).slice(0, FILM_LIST_FIRST_FILMS);
  return {
    list: filmListMessage(list, isOwn, first),
    films: films.map((row) => ({ film: keptCardMessage(row, row.available), available: row.available })),
  };
}

export function listsMessage({ rows, isOwn, films }: Lists): MessageInitShape<typeof ListListsResponseSchema> {
  const byList = Map.groupBy(films, ({ listId }) => listId);
  return { lists: rows.map((row) => filmListMessage(row, isOwn, byList.get(row.id) ?? [])) };
}
