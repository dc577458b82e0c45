import { Navigate, type RouteObject } from 'react-router';
import { FilmPage } from './films/film-page.tsx';
import { FilmsPage } from './films/films-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

/** The pages of the back office, below /superadmin. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to="content" replace /> },
      { path: 'content', element: <FilmsPage /> },
      { path: 'content/:filmId', element: <FilmPage /> },
      { path: '*', element: <NotFound title="Page Not Found" /> },
    ],
  },
];
