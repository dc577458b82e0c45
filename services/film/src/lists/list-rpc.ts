import { ListService } from '@marquee/contracts/film/v1/lists_pb';
import { filmListSchema } from '@marquee/rules/film-lists';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { createList } from './create-list.ts';
import { deleteList } from './delete-list.ts';
import { getList } from './get-list.ts';
import { listLists, listListsSchema } from './list-lists.ts';
import { listMessage, listsMessage } from './list-message.ts';
import { setListFilms, setListFilmsSchema } from './set-list-films.ts';
import { setListed, setListedSchema } from './set-listed.ts';
import { listIdSchema, updateList, updateListSchema } from './update-list.ts';

export const listRpc = rpc<FilmResources>()(ListService, {
  createList: write(filmListSchema, createList),
  updateList: write(updateListSchema, updateList, () => ({})),
  deleteList: write(listIdSchema, deleteList, () => ({})),
  setListFilms: write(setListFilmsSchema, setListFilms, () => ({})),
  setListed: write(setListedSchema, setListed),
  getList: read(listIdSchema, getList, listMessage),
  listLists: read(listListsSchema, listLists, listsMessage),
});
