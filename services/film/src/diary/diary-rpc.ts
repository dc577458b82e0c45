import { DiaryService } from '@marquee/contracts/film/v1/diary_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { addDiaryEntry, addDiaryEntrySchema } from './add-diary-entry.ts';
import { diaryMessage, entryMessage, favouritesMessage } from './diary-message.ts';
import { listDiary, listDiarySchema } from './list-diary.ts';
import { listFavouriteFilms, listFavouriteFilmsSchema } from './list-favourite-films.ts';
import { setDiaryEntryDeleted, setDiaryEntryDeletedSchema } from './set-diary-entry-deleted.ts';
import { setDiaryShown, setDiaryShownSchema } from './set-diary-shown.ts';
import { setFavouriteFilms, setFavouriteFilmsSchema } from './set-favourite-films.ts';
import { updateDiaryEntry, updateDiaryEntrySchema } from './update-diary-entry.ts';

const asEntry = (entry: Parameters<typeof entryMessage>[0]) => ({ entry: entryMessage(entry) });

export const diaryRpc = rpc<FilmResources>()(DiaryService, {
  addDiaryEntry: write(addDiaryEntrySchema, addDiaryEntry, asEntry, { runsBesideOthers: true }),
  updateDiaryEntry: write(updateDiaryEntrySchema, updateDiaryEntry, asEntry),
  setDiaryEntryDeleted: write(setDiaryEntryDeletedSchema, setDiaryEntryDeleted, () => ({})),
  listDiary: read(listDiarySchema, listDiary, diaryMessage),
  setDiaryShown: write(setDiaryShownSchema, setDiaryShown),
  setFavouriteFilms: write(setFavouriteFilmsSchema, setFavouriteFilms, () => ({})),
  listFavouriteFilms: read(listFavouriteFilmsSchema, listFavouriteFilms, favouritesMessage),
});
