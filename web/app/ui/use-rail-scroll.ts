import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Scroll positions are fractions of a pixel on some screens. */
const SLACK_PX = 2;
const isBrowser = typeof window !== 'undefined';

/**
 * Where a rail stands: whether there is more before and behind what is seen. Its place is kept with the entry of the
 * history, so that going back to the page finds the rail where it was left.
 */
export function useRailScroll(list: RefObject<HTMLElement | null>, name: string) {
  const [more, setMore] = useState({ before: false, behind: false });
  const storedAs = `rail:${useLocation().key}:${name}`;

  const measure = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // Negative where text runs from right to left.
    const at = Math.abs(element.scrollLeft);
    const before = at > SLACK_PX;
    const behind = at + element.clientWidth < element.scrollWidth - SLACK_PX;
    setMore((now) => (now.before === before && now.behind === behind ? now : { before, behind }));
  }, [list]);

  (isBrowser ? useLayoutEffect : useEffect)(() => {
    const element = list.current;
    if (!element) return;
    const left = Number(sessionStorage.getItem(storedAs) ?? 0);
    if (left !== 0) element.scrollLeft = left;
    const keep = () => sessionStorage.setItem(storedAs, String(Math.round(element.scrollLeft)));
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [list, storedAs]);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    // Cards that come or go change how far the rail reaches, not its own size.
    const cards = new MutationObserver(measure);
    cards.observe(element, { childList: true });
    return () => {
      element.removeEventListener('scroll', measure);
      sizes.disconnect();
      cards.disconnect();
    };
  }, [list, measure]);

  /** Moves by nearly what is seen. */
  const turn = (direction: 1 | -1) => {
    const element = list.current;
    if (!element) return;
    const sign = getComputedStyle(element).direction === 'rtl' ? -direction : direction;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollBy({ left: sign * element.clientWidth * 0.85, behavior: isStill ? 'auto' : 'smooth' });
  };
  return { more, turn };
}
