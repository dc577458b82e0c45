import { createContext, data, type RouterContextProvider, redirect } from 'react-router';

/** Who a page is rendered for. The gateway sets it from the session; on a public page it is always null. */
export type Viewer = {
  accountId: string;
  roles: readonly ('ADMIN' | 'SUPER_USER')[];
  consumerType: 'UNSPECIFIED' | 'MOVIE_LOVER' | 'ENTERTAINMENT_PRO' | 'B2B';
  accountType: 'UNSPECIFIED' | 'INDIVIDUAL' | 'COMPANY';
  talents: readonly string[];
  onboarding: boolean;
};

export const viewerContext = createContext<Viewer | null>(null);

type Context = Readonly<RouterContextProvider>;

/** The viewer of this page, or null for a visitor. */
export function getViewer(context: Context): Viewer | null {
  return context.get(viewerContext);
}

/** The viewer; visitors are redirected to sign in and come back. `url` is the loader's own. */
export function requireViewer({ context, url }: { context: Context; url: URL }): Viewer {
  const viewer = getViewer(context);
  if (!viewer) throw redirect(signInPath(`${url.pathname}${url.search}`));
  return viewer;
}

/** An Entertainment Pro or staff; everybody else, visitors too, sees the access-blocked view [NET-02]. */
export function requirePro({ context }: { context: Context }): Viewer {
  const viewer = getViewer(context);
  if (!viewer || !(viewer.consumerType === 'ENTERTAINMENT_PRO' || viewer.roles.length > 0)) throw accessBlocked();
  return viewer;
}

export function signInPath(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ returnTo })}`;
}

/** Ends a loader with the not-found page and this text. */
export function notFound(message: string) {
  return data({ reason: 'NOT_FOUND', message }, { status: 404 });
}

/** Ends a loader that cannot read its address with this text. */
export function badRequest(message: string) {
  return data({ reason: 'INVALID_INPUT', message }, { status: 400 });
}

/** The reason of what was there and is not any more. */
export const GONE = 'GONE';

/** Ends a loader with the page of what no longer exists: it doubts no address, as the not-found page does. */
export function gone(message: string) {
  return data({ reason: GONE, message }, { status: 404 });
}

/** Ends a loader with 'You don't have access to this page.' */
export function forbidden() {
  return data({ reason: 'FORBIDDEN', message: '' }, { status: 403 });
}

/** Ends a loader with the access-blocked view [NET-02]. */
export function accessBlocked() {
  return data({ reason: 'ACCESS_BLOCKED', message: '' }, { status: 403 });
}
