import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  DiaryEntrySchema,
  ListDiaryResponseSchema,
  ListFavouriteFilmsResponseSchema,
} from '@marquee/contracts/film/v1/diary_pb';
import { cardMessage } from '../films/film-message.ts';
import { keptCardMessage } from '../films/kept-card.ts';
import type { DiaryEntry } from './diary-entries.ts';
import type { DiaryPage } from './list-diary.ts';
import type { Favourites } from './list-favourite-films.ts';

export function entryMessage({
  entry,
  card,
  available,
  reviewed,
}: DiaryEntry): MessageInitShape<typeof DiaryEntrySchema> {
  const { id, watchedOn, rating, rewatch, tags } = entry;
  return {
    ...{ id, rating, rewatch, tags, available, reviewed },
    film: keptCardMessage(card, available),
    watchedOn: watchedOn.toISOString().slice(0, 10),
  };
}

export function diaryMessage({
  rows,
  nextCursor,
  isShown,
  total,
}: DiaryPage): MessageInitShape<typeof ListDiaryResponseSchema> {
  return { entries: rows.map(entryMessage), nextCursor, shown: isShown, total };
}

export function favouritesMessage({
  cards,
  isDiaryShown,
}: Favourites): MessageInitShape<typeof ListFavouriteFilmsResponseSchema> {
  return { films: cards.map(cardMessage), diaryShown: isDiaryShown };
}
