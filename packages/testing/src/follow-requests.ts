import { setTimeout as delay } from 'node:timers/promises';

const QUIET_MS = 500;
const POLL_MS = 50;
/** Stays open as long as the page: a network with it is never idle. */
const STREAM = 'RealtimeService/Subscribe';

type Request = { url(): string };
/** A page of Playwright. */
type Page = {
  on(event: 'request', listener: (request: Request) => void): unknown;
  on(event: 'requestfinished', listener: (request: Request) => void): unknown;
  on(event: 'requestfailed', listener: (request: Request) => void): unknown;
};

/**
 * Follows the requests of a page from now on. The function that it returns waits until none but the stream of signals has
 * been open for half a second.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  const end = (request: Request) => open.delete(request);
  page.on('request', (request) => !request.url().includes(STREAM) && open.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += POLL_MS) {
      if (open.size > 0) quietMs = 0;
      await delay(POLL_MS);
    }
  };
}
