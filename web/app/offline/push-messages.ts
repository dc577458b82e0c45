import { _ } from '../language/words.ts';

/** What the browser shows of a push message. */
type Shown = { title: string; options: { body: string; tag: string; data: { url: string } } };

const TITLE_CHARACTERS_MAX = 200;

/**
 * The notification of a message. A browser has to show one for each message: what cannot be read becomes a general one,
 * never none.
 */
export function shownOf(text: string | undefined): Shown {
  const { id, title, body, url } = partsOf(text);
  return {
    title: title.slice(0, TITLE_CHARACTERS_MAX) || 'Marquee',
    // A message that arrives again takes the place of the first one.
    options: { body: body || (title ? '' : _('You have a new notification.')), tag: id, data: { url } },
  };
}

function partsOf(text: string | undefined): Record<'id' | 'title' | 'body' | 'url', string> {
  try {
    const message = JSON.parse(text ?? '') as Record<string, unknown>;
    const of = (name: string) => (typeof message[name] === 'string' ? message[name] : '');
    return { id: of('id'), title: of('title'), body: of('text'), url: of('url') };
  } catch {
    return { id: '', title: '', body: '', url: '' };
  }
}

/** Where a click leads: a page of this site, whatever the message says. */
export function addressOf(data: unknown, origin: string): string {
  const url = (data as { url?: unknown } | null)?.url;
  const address = typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : undefined;
  return address?.origin === origin ? address.href : new URL('/notifications', origin).href;
}

/** The parts of the clients of a worker that are used here. */
export type Windows = {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
  openWindow(url: string): Promise<unknown>;
};
type OpenWindow = { url: string; focus(): Promise<unknown> };

/** Shows the page of a notification: in the window that has it already, else in a new one, so that no page is lost. */
export async function openPage(windows: Windows, address: string): Promise<void> {
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const same = open.find(({ url }) => url === address);
  if (same) await same.focus();
  else await windows.openWindow(address);
}
