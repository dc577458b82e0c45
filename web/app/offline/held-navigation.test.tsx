import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { watchReturns } from '../layout/held-entry.ts';
import { Shell } from '../layout/shell.tsx';
import { documentLoads } from '../testing/document-loads.ts';
import { passing, pauseTimeouts, settled } from '../testing/paused-timeouts.ts';
import { address, doing, press, showPage, type } from '../testing/show-page.tsx';

const UNREACHED = 'This page could not be reached.';
const page = (
  <Shell>
    <h1 tabIndex={-1}>The page</h1>
    <input aria-label="A field" />
    <a href="/films?genre=drama">Dramas</a>
    <a href="/festivals">All festivals</a>
    <a href="#part">Further down</a>
    {/* biome-ignore lint/a11y/useMediaCaption: nobody hears it */}
    <video />
  </Shell>
);

const onLine = jest.spyOn(navigator, 'onLine', 'get');
const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});

pauseTimeouts();
beforeAll(watchReturns);
beforeEach(() => {
  onLine.mockReturnValue(true);
  window.history.replaceState({ idx: 3 }, '', '/');
  document.title = 'Home · Marquee';
});

const network = (isThere: boolean) =>
  doing(() => {
    onLine.mockReturnValue(isThere);
    window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  });
const unreached = () => screen.queryByRole('heading', { name: UNREACHED });
const goBack = async () => {
  const returned = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await doing(() => window.history.back());
  await Promise.race([returned, waitFor(() => expect(unreached()).toBeNull())]);
  await settled();
};

const pressBar = (name: string) =>
  doing(() => fireEvent.click(screen.getAllByRole('link', { name })[0] as HTMLElement));

/** A page whose every address needs data; returns how often that was loaded. */
async function open() {
  const loader = jest.fn(() => null);
  await showPage(page, { loader });
  return () => loader.mock.calls.length - 1;
}

test('without a network a click shows that, keeps the page and what was typed, and Back leads to it', async () => {
  const loads = await open();
  await type('A field', 'typed');
  await network(false);
  const link = screen.getByRole('link', { name: 'Dramas' });
  link.focus();
  await doing(() => fireEvent.click(link));
  expect(document.activeElement).toBe(unreached());
  expect(screen.getByText('You are offline. It is loaded when you are back.')).toBeTruthy();
  expect([document.title, window.location.search]).toEqual([`${UNREACHED} · Marquee`, '?genre=drama']);
  expect(screen.queryByRole('heading', { name: 'The page' })).toBeNull();
  expect([pause.mock.calls.length, screen.queryByRole('button', { name: 'Try again' })]).toEqual([1, null]);

  await goBack();
  expect(unreached()).toBeNull();
  expect((screen.getByLabelText('A field') as HTMLInputElement).value).toBe('typed');
  expect([document.title, window.location.pathname, window.history.state]).toEqual(['Home · Marquee', '/', { idx: 3 }]);
  expect([document.activeElement, address(), loads()]).toEqual([link, '/', 0]);
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);

  await network(true);
  await settled();
  expect([address(), loads()]).toEqual(['/', 0]);
});

test('it continues by itself when the network is back', async () => {
  const loads = await open();
  await network(false);
  await press('Dramas', 'link');
  await network(true);
  await waitFor(() => expect(address()).toBe('/films?genre=drama'));
  await waitFor(() => expect(unreached()).toBeNull());
  expect([loads(), documentLoads]).toEqual([1, []]);
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
});

test('another click while it waits is the page that is loaded then, and Go back leads to the one before', async () => {
  await open();
  await network(false);
  await press('Dramas', 'link');
  await pressBar('Festivals');
  expect(window.location.pathname).toBe('/festivals');
  await press('Go back');
  await waitFor(() => expect(unreached()).toBeNull());
  expect([window.location.pathname, address()]).toEqual(['/', '/']);
  await press('Dramas', 'link');
  await pressBar('Festivals');
  await network(true);
  await waitFor(() => expect(address()).toBe('/festivals'));
});

test('a network that leads nowhere is tried again, each time later, and at once by a press', async () => {
  await open();
  await network(false);
  await press('Dramas', 'link');
  const calls = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  try {
    await network(true);
    await settled();
    expect([calls.mock.calls.length, address()]).toEqual([1, '/']);
    expect(screen.getByText('Check your network and try again.')).toBeTruthy();
    await passing(3_900);
    expect(calls).toHaveBeenCalledTimes(1);
    await passing(100);
    expect(calls).toHaveBeenCalledTimes(2);
    await press('Try again');
    await settled();
    expect(calls).toHaveBeenCalledTimes(3);
  } finally {
    calls.mockRestore();
  }
  await press('Try again');
  await waitFor(() => expect(address()).toBe('/films?genre=drama'));
});

test('a part of the page is no other page', async () => {
  await open();
  await network(false);
  await press('Further down', 'link');
  expect(unreached()).toBeNull();
});

test('a page that needs nothing of the network is shown without one', async () => {
  await showPage(page);
  await network(false);
  await press('All festivals', 'link');
  expect([address(), unreached()]).toEqual(['/festivals', null]);
});
