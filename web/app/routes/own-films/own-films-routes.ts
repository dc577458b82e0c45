import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** What a viewer keeps: what they unlocked, want to see, and have seen. */
export const ownFilmsRoutes: RouteConfigEntry[] = [
  route('library/:kind?', 'routes/own-films/library.tsx'),
  route('watchlist', 'routes/own-films/watchlist.tsx'),
  route('watchlist.csv', 'routes/own-films/watchlist-csv.ts'),
  route('import', 'routes/own-films/import.tsx'),
  route('diary.csv', 'routes/own-films/diary-csv.ts'),
  route('diary', 'routes/own-films/diary.tsx'),
  route('lists', 'routes/own-films/lists.tsx'),
  route('lists/:listId', 'routes/own-films/list.tsx'),
  route('lists/:listId/edit', 'routes/own-films/list-edit.tsx'),
  route('lists/:listId/films.csv', 'routes/own-films/list-csv.ts'),
  route('profile/:profileId/diary', 'routes/own-films/person-diary.tsx'),
  route('profile/edit/favourites', 'routes/own-films/favourites.tsx'),
];
