import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { keepSource } from './film-source.ts';

/** Keeps what led to the film whose page is shown. Before other effects, since a page may start to play in one. */
export function useFilmSource(): void {
  const { pathname, search } = useLocation();
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    keepSource(pathname, before.current ?? document.referrer);
    before.current = location.origin + pathname + search;
  }, [pathname, search]);
}
