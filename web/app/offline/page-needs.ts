import { use, useCallback } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  type Location,
  matchRoutes,
} from 'react-router';

/** What a page needs from the network before it can be shown. */
export type PageNeeds = { code: string[]; data: boolean };

const imported = new Set<string>();

/** Returns a function that says what a page of this app needs: nothing for an address that is no page. */
export function usePageNeeds(): (path: string | Partial<Location>) => PageNeeds {
  const routes = use(DataRouterContext)?.router.routes;
  const framework = use(FrameworkContext);
  return useCallback(
    (path) => {
      const matches = (routes && matchRoutes(routes, path)) ?? [];
      const entries = matches.flatMap(({ route }) => framework?.manifest.routes[route.id ?? ''] ?? []);
      const missing = entries.filter(({ id, module }) => !framework?.routeModules[id] && !imported.has(module));
      return { code: missing.map(({ module }) => module), data: entries.some(({ hasLoader }) => hasLoader) };
    },
    [routes, framework],
  );
}

/** Imports code of pages, which React Router then finds; rejects when one of the files does not come. */
export async function importCode(files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      await import(/* @vite-ignore */ file);
      imported.add(file);
    }),
  );
}
