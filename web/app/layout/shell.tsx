import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { RouteHandle } from '../api/route-handle.ts';
import { useFilmSource } from '../features/film/use-film-source.ts';
import { _ } from '../language/words.ts';
import { ClosingBanner } from './closing-banner.tsx';
import { EndedSession } from './ended-session.tsx';
import { type Unreached, UnreachedPage } from './error-pages.tsx';
import { Footer } from './footer.tsx';
import { usePlainLinks } from './links.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { OtherAccount } from './other-account.tsx';
import { PageProgress } from './page-progress.tsx';
import { useSearchShortcut } from './shortcuts.ts';
import { Toasts } from './toasts.tsx';
import { BottomBar, TopBar } from './top-bar.tsx';

const Offline = lazy(async () => ({ default: (await import('../offline/offline.tsx')).Offline }));
const UploadTray = lazy(async () => ({ default: (await import('../features/upload/upload-tray.tsx')).UploadTray }));

/** The frame of every page. A route whose handle has `bare` is shown without it. */
export function Shell({ children }: { children: ReactNode }) {
  usePlainLinks();
  useSearchShortcut();
  useFilmSource();
  useFocusOnNavigation();
  const [unreached, setUnreached] = useState<Unreached>();
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  const bare = handles.some((handle) => handle?.bare);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 start-2 z-60 -translate-y-20 rounded-control bg-action px-4 py-2.5 font-medium text-on-action text-small focus:translate-y-0"
      >
        {_('Skip to the page')}
      </a>
      <PageProgress />
      {bare ? null : <TopBar />}
      {bare ? null : <OfflineBanner />}
      {bare ? null : <ClosingBanner />}
      <main id="main" tabIndex={-1} className={bare ? 'grow' : 'grow pb-16'}>
        {unreached ? <UnreachedPage {...unreached} /> : null}
        <div className="contents" hidden={unreached !== undefined}>
          {children}
        </div>
      </main>
      {bare ? null : <Footer />}
      {bare ? null : <BottomBar />}
      <AfterHydration>
        <Offline isLeft={unreached !== undefined} onUnreached={setUnreached} />
        {bare ? null : <UploadTray />}
        {handles.some((handle) => handle?.withoutAccount) ? null : (
          <>
            <EndedSession waits={handles.some((handle) => handle?.tellsEndedSession)} />
            <OtherAccount />
          </>
        )}
        <Toasts />
      </AfterHydration>
    </>
  );
}

function AfterHydration({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/** Focuses the heading after a navigation, so that a screen reader announces the page. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // A page that focuses a field of its own keeps it.
    if (document.activeElement?.matches('main input, main textarea, main select')) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex="-1"]') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
