import { Loader } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { LoadError } from './shell/load-error.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

/** A page whose code is loaded when it is opened. */
export function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'element' | 'errorElement'> {
  const Page = lazy(async () => ({ default: await load() }));
  const waiting = <Loader size="sm" role="status" aria-label="The page is loading" />;
  return {
    element: (
      <Suspense fallback={waiting}>
        <Page />
      </Suspense>
    ),
    errorElement: <LoadError />,
  };
}

/** The pages of the back office, below /superadmin. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to="content" replace /> },
      { path: 'content', ...page(async () => (await import('./films/films-page.tsx')).FilmsPage) },
      { path: 'content/:filmId', ...page(async () => (await import('./films/film-page.tsx')).FilmPage) },
      { path: 'featured', ...page(async () => (await import('./featured/featured-page.tsx')).FeaturedPage) },
      { path: 'settings', ...page(async () => (await import('./settings/settings-page.tsx')).SettingsPage) },
      { path: 'settings/:key', ...page(async () => (await import('./settings/setting-page.tsx')).SettingPage) },
      { path: '*', element: <NotFound title="Page Not Found" /> },
    ],
  },
];
