import { jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useTypedAddress, useWordsOfAddress } from './use-typed-address.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const passing = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

let typed: ReturnType<typeof useTypedAddress>;
function List() {
  typed = useTypedAddress();
  return <p>List</p>;
}

/** A list that follows typing, whose slow search and the film beside it come when a test says so. */
async function open() {
  const [film, search] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const lookUp = ({ request }: { request: Request }) => (request.url.includes('slow') ? search.promise : null);
  const routes = [
    { path: '/films', element: <List />, loader: lookUp },
    { path: '/feed/1', element: <p>Film</p>, loader: () => film.promise },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/films'], hydrationData: { loaderData: { 0: null } } });
  render(<RouterProvider router={router} />);
  const at = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { router, film, search, at };
}

test('the address follows typing after a pause, and at once when asked; the step back leads past it', async () => {
  const { router, at } = await open();
  act(() => typed.followLater(() => '/films?q=sa'));
  await passing(299);
  act(() => typed.followLater(() => '/films?q=salt'));
  await passing(299);
  expect(at()).toBe('/films');
  await passing(1);
  expect(at()).toBe('/films?q=salt');
  act(() => typed.followLater(() => '/films?q=salty'));
  act(() => typed.follow('/films?genre=DRAMA'));
  await passing(1_000);
  expect(at()).toBe('/films?genre=DRAMA');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('who opens another page within the pause is not called back from there, however long it takes to come', async () => {
  const { router, film, at } = await open();
  act(() => typed.followLater(() => '/films?q=salt'));
  await act(async () => void router.navigate('/feed/1'));
  await passing(1_000);
  expect(router.state.navigation.location?.pathname).toBe('/feed/1');
  await act(async () => film.resolve(null));
  await passing(1_000);
  expect([at(), screen.getByText('Film').textContent]).toEqual(['/feed/1', 'Film']);
});

test('what is typed while the list is looked up is not lost', async () => {
  const { search, at } = await open();
  act(() => typed.follow('/films?q=slow'));
  await passing(0);
  act(() => typed.followLater(() => '/films?q=salt'));
  await passing(300);
  expect(at()).toBe('/films?q=salt');
  await act(async () => search.resolve(null));
  expect(at()).toBe('/films?q=salt');
});

test('a page that is left takes its pause with it', async () => {
  const { at } = await open();
  act(() => typed.followLater(() => '/films?q=salt'));
  cleanup();
  await passing(1_000);
  expect(at()).toBe('/films');
});

function Field({ words }: { words: string }) {
  const field = useRef<HTMLInputElement>(null);
  useWordsOfAddress(field, words);
  return <input ref={field} defaultValue={words} />;
}

test('a field follows the words of the address, but not while somebody types in it', () => {
  const { rerender } = render(<Field words="salt" />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  rerender(<Field words="light" />);
  expect(field.value).toBe('light');
  field.focus();
  rerender(<Field words="rivers" />);
  expect(field.value).toBe('light');
});
