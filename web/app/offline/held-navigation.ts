import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BlockerFunction, type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import type { Unreached } from '../layout/error-pages.tsx';
import { held as outside } from '../layout/held-entry.ts';
import { isReached, untilWorthATry } from './network.ts';
import { importCode, usePageNeeds } from './page-needs.ts';

/** How the page is left, and where it is returned to. */
type Held = { action: string; scrollY: number };

const addressOf = ({ pathname, search }: Location) => `${pathname}${search}`;

/**
 * Holds a navigation whose page cannot be reached: the page before stays mounted, with all that was typed, and Back leads
 * to it; the navigation continues when the network returns. React Router would reload the document instead, without the
 * network into the browser's own error page. `isLeft` is true while the page before is hidden.
 */
export function useHeldNavigation(isLeft: boolean): { isWaiting: boolean; unreached: Unreached | undefined } {
  const needsOf = usePageNeeds();
  const navigate = useNavigate();
  const { key } = useLocation();
  const held = useRef<Held>({ action: 'PUSH', scrollY: 0 });
  const pressed = useRef(new AbortController());
  const [isShown, setShown] = useState(false);
  const shouldHold = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      if (addressOf(currentLocation) === addressOf(nextLocation)) return false;
      const { code, data } = needsOf(nextLocation);
      held.current.action = historyAction;
      return code.length > 0 || (data && !navigator.onLine);
    },
    [needsOf],
  );
  const blocker = useBlocker(shouldHold);
  const { state, location } = blocker;

  const close = () => {
    blocker.reset?.();
    setShown(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is held once, whatever is rendered meanwhile.
  useEffect(() => {
    if (state !== 'blocked' || !location) return;
    const ended = new AbortController();
    const goOn = () => {
      if (!outside.entry) return blocker.proceed?.();
      // The router takes over the entry.
      outside.entry = undefined;
      blocker.reset?.();
      void navigate(location, { replace: true, state: location.state });
    };
    const show = () => {
      if (held.current.action !== 'POP') enter(location, close);
      leave(held);
      setShown(true);
    };
    const hold = async () => {
      const { code } = needsOf(location);
      for (let tries = 0; ; tries += 1) {
        const found = tries === 0 && !navigator.onLine ? 'nothing' : await reach(code, tries > 0);
        if (ended.signal.aborted) return;
        if (found === 'page') return goOn();
        if (found === 'other-release') return loadDocument(location);
        if (tries === 0) show();
        pressed.current = new AbortController();
        await untilWorthATry(tries, AbortSignal.any([pressed.current.signal, ended.signal]));
        if (ended.signal.aborted) return;
      }
    };
    void hold();
    return () => ended.abort();
  }, [state, location]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page was reached.
  useEffect(() => setShown(false), [key]);
  useReturn(isLeft, held);

  const goBack = () => (outside.entry ? window.history.back() : close());
  const tryAgain = () => pressed.current.abort();
  return { isWaiting: state === 'blocked' && !isShown, unreached: isShown ? { tryAgain, goBack } : undefined };
}

/** What there is of a page; its code may be gone because the server has another release by now. */
async function reach(code: readonly string[], isRetry: boolean): Promise<'page' | 'nothing' | 'other-release'> {
  const hasCode = await importCode(code).then(
    () => true,
    () => false,
  );
  if (hasCode && !isRetry) return 'page';
  if (!(await isReached())) return 'nothing';
  return hasCode ? 'page' : 'other-release';
}

function loadDocument(location: Location): void {
  if (outside.entry) window.location.reload();
  else window.location.assign(addressOf(location) + location.hash);
}

/** Adds an entry after that of the page before, or gives the one that there is to another page. */
function enter({ state, key, pathname, search, hash }: Location, onReturn: () => void): void {
  const { entry } = outside;
  const index = entry?.index ?? Number(window.history.state?.idx ?? 0);
  // As the router writes its own, so that it can take over.
  const kept = { usr: state, key, idx: index + 1 };
  const address = `${pathname}${search}${hash}`;
  if (entry) window.history.replaceState(kept, '', address);
  else window.history.pushState(kept, '', address);
  outside.entry = { index, onReturn };
}

/** What a page that is left would stop by itself. */
function leave(held: RefObject<Held>): void {
  held.current.scrollY = window.scrollY;
  for (const media of document.querySelectorAll<HTMLMediaElement>('main video, main audio')) media.pause();
}

/** Back on the page before: where it was scrolled to, and on what had the focus. */
function useReturn(isLeft: boolean, held: RefObject<Held>): void {
  const { key } = useLocation();
  const before = useRef<{ key: string; focused: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (isLeft) {
      before.current = { key, focused: document.activeElement };
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      return;
    }
    const { current: left } = before;
    before.current = undefined;
    if (left?.key !== key) return;
    window.scrollTo(0, held.current.scrollY);
    if (left.focused instanceof HTMLElement) left.focused.focus({ preventScroll: true });
  }, [isLeft, key, held]);
}
