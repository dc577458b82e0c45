import { index, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Home, search and the pages of a film. */
export const filmRoutes: RouteConfigEntry[] = [
  index('routes/film/home.tsx'),
  route('films', 'routes/film/films.tsx'),
  route('search', 'routes/film/search.tsx'),
  route('feed/:filmId', 'routes/film/film.tsx'),
  route('feed/:filmId/crew', 'routes/film/crew.tsx'),
  route('feed/:filmId/crew/add', 'routes/film/add-crew.tsx'),
  route('feed/:filmId/comments', 'routes/film/comments.tsx'),
  route('feed/:filmId/awards', 'routes/film/awards.tsx'),
];
