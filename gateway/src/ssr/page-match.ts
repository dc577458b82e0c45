import type { RouteObject, ServerBuild } from 'react-router';
import { forEachPart } from './build-parts.ts';
import type { SsrEntry } from './page-renderer.ts';

/** `handle.publicPage` of a public route. */
export type PublicPage = {
  tags: (params: Readonly<Record<string, string | undefined>>) => string[];
  query?: readonly string[];
  unless?: readonly string[];
  keepsApart?: boolean;
};

/** How the host treats an address. */
export type PageMatch =
  | { kind: 'viewer'; route: string }
  | {
      kind: 'public';
      /** The route pattern, such as /feed/:filmId. */
      route: string;
      /** Path and listed query parameters: all that the page may depend on. */
      canonical: string;
      tags: readonly string[];
      /** False for an address whose page is not cached. */
      keepable: boolean;
      /** True for a page that does not exist for some viewers: those between whom and its person there is a block. */
      keepsApart: boolean;
    };

const QUERY_VALUE_MAX_CHARACTERS = 200;
const PATH_MAX_CHARACTERS = 1_000;

/** Decides whether an address is a public page, and reduces it to what the page may depend on. */
export function pageMatcher(build: ServerBuild): (address: string) => PageMatch {
  const { matchRoutes } = build.entry.module as unknown as SsrEntry;
  const routesFor = forEachPart(build, nested);
  return (address) => {
    const { pathname, query } = split(address);
    const leaf = match(matchRoutes, routesFor, routePath(pathname));
    const route = leaf?.route ?? 'other';
    const page = leaf && publicPageOf(build, leaf.id);
    if (!leaf || !page || page.unless?.some((name) => query.has(name))) return { kind: 'viewer', route };
    const listed = listedQuery(page, query);
    // React Router requests single routes of a page when others opted out; too rare to cache.
    const part = query.get('_routes');
    if (part !== null) listed.set('_routes', part);
    const search = listed.size > 0 ? `?${listed}` : '';
    const tooLong = pathname.length > PATH_MAX_CHARACTERS || search.length > QUERY_VALUE_MAX_CHARACTERS * 5;
    return {
      kind: 'public',
      route,
      canonical: `${pathname}${search}`,
      tags: page.tags(leaf.params),
      keepsApart: page.keepsApart ?? false,
      keepable:
        part === null && !tooLong && ![...listed.values()].some((value) => value.length > QUERY_VALUE_MAX_CHARACTERS),
    };
  };
}

function split(address: string): { pathname: string; query: URLSearchParams } {
  const at = address.indexOf('?');
  return at === -1
    ? { pathname: address, query: new URLSearchParams() }
    : { pathname: address.slice(0, at), query: new URLSearchParams(address.slice(at + 1)) };
}

/** The first value of each listed name, in the order of the list, so that a page has one address. */
function listedQuery(page: PublicPage, query: URLSearchParams): URLSearchParams {
  const listed = new URLSearchParams();
  for (const name of page.query ?? []) {
    const value = query.get(name);
    if (value !== null && value !== '') listed.set(name, value);
  }
  return listed;
}

/** The path of the page behind a data request, as React Router parses it. */
export function routePath(pathname: string): string {
  return pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');
}

function match(matchRoutes: SsrEntry['matchRoutes'], routesFor: (pathname: string) => RouteObject[], pathname: string) {
  try {
    const matches = matchRoutes(routesFor(pathname), { pathname }) ?? [];
    const leaf = matches.at(-1);
    return leaf?.route.id ? { id: leaf.route.id, params: leaf.params, route: patternOf(matches) } : undefined;
  } catch {
    return undefined;
  }
}

// A splat matches anything, so it is counted as 'other'.
function patternOf(matches: readonly { route: { path?: string | undefined } }[]): string {
  const parts = matches.flatMap(({ route }) => route.path?.split('/').filter(Boolean) ?? []);
  return parts.includes('*') ? 'other' : `/${parts.join('/')}`;
}

function publicPageOf(build: Pick<ServerBuild, 'routes'>, id: string): PublicPage | undefined {
  const handle = build.routes[id]?.module.handle as { publicPage?: PublicPage } | undefined;
  return handle?.publicPage;
}

function nested({ routes }: Pick<ServerBuild, 'routes'>): RouteObject[] {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && (route.parentId ?? undefined) === parentId)
      .map((route) => {
        const { id, path, index, caseSensitive } = route as NonNullable<typeof route>;
        const base = { id, path, caseSensitive };
        return index ? { ...base, index: true as const } : { ...base, children: childrenOf(id) };
      });
  return childrenOf(undefined);
}
