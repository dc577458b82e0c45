import { describedError } from './described-error.ts';

/** Maximum of reports of one document, of errors that nobody handled. */
export const REPORTS_MAX = 10;

/** Where an error was thrown: the route's pattern, never its address, and the build that the browser runs. */
export type Page = { route: string; build: string };

/**
 * Reports an error that a person met to error reporting: where it happened and what kind it was, never what was typed.
 * `source` is in kebab-case.
 */
export function reportError(source: string, error: unknown, info = ''): void {
  send({ source, error: describedError(error).error, info });
}

/** Whether it is a fault of the page. A lost network, a request that was dropped and an answer of a loader are none. */
function isFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown.name === 'AbortError' || thrown.name === 'NotAllowedError') return false;
  if (/-extension:\/\//.test(thrown.stack ?? '')) return false;
  return !(thrown instanceof TypeError && /^(?:Failed to fetch$|NetworkError|Load failed$)/.test(thrown.message));
}

/** Reports errors that nobody handled, each once and few of a page [SYS-07]. */
export function faultReports(source: string) {
  const sent = new Set<string>();
  return (thrown: unknown, page: () => Page, { fromOwnFiles = false } = {}): void => {
    if (!isFault(thrown) || sent.size >= REPORTS_MAX) return;
    const described = describedError(thrown);
    if (fromOwnFiles && described.stack.length === 0) return;
    const same = [described.error, described.info, described.stack[0]].join(' ');
    if (sent.has(same)) return;
    sent.add(same);
    send({ source, ...described, ...page() });
  };
}

function send(report: object): void {
  navigator.sendBeacon('/errors', JSON.stringify(report));
}
