import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * One listener that makes plain links navigate without loading the document: long lists use `<a href>`, which costs a
 * fraction of `<Link>` to render. Links of React Router prevent the default first and are left alone.
 */
export function usePlainLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event, window.location);
      if (!path) return;
      event.preventDefault();
      void navigate(path);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

/** Paths that are not pages of this app: they load from the server. */
const elsewhere = /^\/(?:superadmin|dev|rpc|uploads|v|assets|media|images)(?:\/|$)/;

/** Where a click leads within the app; undefined when it is the browser's to follow. */
export function pathToFollow(
  event: Pick<MouseEvent, 'defaultPrevented' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'target'>,
  here: Pick<Location, 'origin' | 'pathname' | 'search'>,
): string | undefined {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || modified || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  return link ? pathOf(link, here) : undefined;
}

/** The path of a page of this app that a link leads to. */
export function pathOf(
  link: HTMLAnchorElement,
  here: Pick<Location, 'origin' | 'pathname' | 'search'>,
): string | undefined {
  if (!link.href || link.hasAttribute('download') || link.hasAttribute('data-document')) return undefined;
  if (link.target && link.target !== '_self') return undefined;
  const url = new URL(link.href);
  if (url.origin !== here.origin || elsewhere.test(url.pathname)) return undefined;
  const samePage = url.pathname === here.pathname && url.search === here.search;
  if (samePage && url.hash) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
