import { faultReports, type Page } from './report-error.ts';

/** What React Router tells of an error that a boundary shows. */
type OnError = (thrown: unknown, info: { pattern: string }) => void;

export type Watched = {
  /** The app, in kebab-case. */
  source: string;
  /** The routes that match now, the outermost first. */
  matches: () => readonly { route: { path?: string | undefined } }[];
  /** The build that this browser runs, which may be older than the server's. */
  build: () => string;
};

/**
 * Reports what is thrown and not handled in this document [SYS-07]: by scripts of ours, in promises and, by the function
 * that is returned, what a boundary of React Router shows. A browser's extensions are not ours.
 */
export function watchErrors({ source, matches, build }: Watched): OnError {
  const report = faultReports(source);
  const pageAt = (paths: readonly (string | undefined)[]) => (): Page => {
    const parts = paths.flatMap((path) => path?.split('/').filter(Boolean) ?? []);
    return { route: `/${parts.join('/')}`, build: build() };
  };
  const page = () => pageAt(matches().map(({ route }) => route.path))();
  window.addEventListener('error', ({ error }) => report(error, page, { fromOwnFiles: true }));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, page, { fromOwnFiles: true }));
  return (thrown, { pattern }) => report(thrown, pageAt([pattern]));
}
