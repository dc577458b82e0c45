import type { ServerBuild } from 'react-router';

/** What a route asks of a path. */
type Shape = {
  /** How a path must begin; '' if any segment would do. */
  first: string;
  /** How many segments it must have; undefined if several numbers would do. */
  length: number | undefined;
};

/**
 * Makes something of the routes that can match a path, once for all paths alike. React Router ranks, compiles and tries all
 * the routes that it is given, for each page: for the routes of the whole app that takes longer than to load the page.
 *
 * @returns what was made for a path, which must be well-formed
 */
export function forEachPart<Made>(build: ServerBuild, make: (part: ServerBuild) => Made): (pathname: string) => Made {
  const shapes = shapesOf(build);
  const all = [...shapes.values()];
  const firsts = new Set(all.map(({ first }) => first));
  const lengthMax = Math.max(0, ...all.map(({ length = 0 }) => length));
  const made = new Map<string, Made>();
  return (pathname) => {
    const segments = segmentsOf(pathname);
    const named = decodeURIComponent(segments[0] ?? '').toLowerCase();
    const first = firsts.has(named) ? named : '';
    const length = Math.min(segments.length, lengthMax + 1);
    const key = `${length} ${first}`;
    const known = made.get(key) ?? make(partOf(build, shapes, { first, length }));
    made.set(key, known);
    return known;
  };
}

/** The shapes of the routes that match by themselves, by their ids; the others only hold some of these. */
function shapesOf({ routes }: ServerBuild): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const route of Object.values(routes)) {
    if (!route || !(route.path || route.index)) continue;
    const segments = lineOf(routes, route.id).flatMap((id) => segmentsOf(routes[id]?.path ?? ''));
    const isOpen = segments.some((segment) => /[*?]/.test(segment));
    const [first = ''] = segments;
    shapes.set(route.id, {
      first: /[:*?]/.test(first) ? '' : first.toLowerCase(),
      length: isOpen ? undefined : segments.length,
    });
  }
  return shapes;
}

function partOf(build: ServerBuild, shapes: Map<string, Shape>, path: Required<Shape>): ServerBuild {
  const ids = [...shapes].flatMap(([id, { first, length = path.length }]) =>
    length === path.length && (first === '' || first === path.first) ? lineOf(build.routes, id) : [],
  );
  const kept = new Set(ids);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  if (kept.size === 0) return build;
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

/** A route with those that it is in, the outermost first. */
function lineOf(routes: ServerBuild['routes'], id: string): string[] {
  const parent = routes[id]?.parentId;
  return [...(parent === undefined ? [] : lineOf(routes, parent)), id];
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
