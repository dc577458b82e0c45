import '../testing/component-tests.ts';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ListEnd } from './list-end.tsx';
import { useMore } from './use-more.ts';

type Answer = { films: { filmTitle: string }[]; nextCursor: string };
let answer: () => Promise<Answer>;
const cursors: string[] = [];
const transport = createRouterTransport(({ service }) =>
  service(CatalogueService, {
    listFilms: ({ cursor }) => {
      cursors.push(cursor);
      return answer();
    },
  }),
);
jest.unstable_mockModule('../api/browser/transport.ts', () => ({ rpcTransport: () => transport }));

function Films({ items, nextCursor }: { items: string[]; nextCursor: string }) {
  const list = useMore(
    { items, nextCursor },
    {
      method: CatalogueService.method.listFilms,
      request: (cursor) => ({ cursor }),
      page: (page) => ({ items: page.films.map(({ filmTitle }) => filmTitle), nextCursor: page.nextCursor }),
    },
  );
  return (
    <>
      <p>{list.items.join(' ')}</p>
      <ListEnd list={list} more="Show more" failed="We failed.">
        The end.
      </ListEnd>
    </>
  );
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const page = (titles: string[], nextCursor = '') => ({ films: titles.map((filmTitle) => ({ filmTitle })), nextCursor });
const first = ['a', 'b'];

beforeEach(() => {
  cursors.length = 0;
});

test('a list grows by what is asked for, to its end', async () => {
  answer = async () => page(['c'], 'second');
  render(<Films items={first} nextCursor="first" />);
  await press('Show more');
  expect(await screen.findByText('a b c')).toBeTruthy();
  answer = async () => page(['d']);
  await press('Show more');
  expect(await screen.findByText('a b c d')).toBeTruthy();
  expect(screen.getByText('The end.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(cursors).toEqual(['first', 'second']);
});

test('a list of one page has only its end', () => {
  render(<Films items={first} nextCursor="" />);
  expect(screen.getByText('The end.')).toBeTruthy();
});

test('the button is pending while a page is on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answer = () => promise;
  render(<Films items={first} nextCursor="first" />);
  await press('Show more');
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  await act(async () => resolve(page(['c'])));
  expect(await screen.findByText('a b c')).toBeTruthy();
});

test.each([
  ['the server’s words', [{ desc: ErrorDetailSchema, value: { message: 'Too many requests.' } }], 'Too many requests.'],
  ['advice', [], 'Check your network and try again.'],
])('a page that fails says so with %s, keeps the list, and can be tried again', async (_what, details, text) => {
  answer = async () => {
    throw new ConnectError('internal', Code.ResourceExhausted, undefined, details);
  };
  render(<Films items={first} nextCursor="first" />);
  await press('Show more');
  expect((await screen.findByRole('alert')).textContent).toContain(`We failed.${text}`);
  expect(screen.getByText('a b')).toBeTruthy();
  answer = async () => page(['c']);
  await press('Try again');
  expect(await screen.findByText('a b c')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a new first page starts the list again, also against a page that is still on its way', async () => {
  answer = async () => page(['c'], 'second');
  const { rerender } = render(<Films items={first} nextCursor="first" />);
  await press('Show more');
  await screen.findByText('a b c');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answer = () => promise;
  await press('Show more');
  rerender(<Films items={['x']} nextCursor="other" />);
  await act(async () => resolve(page(['late'])));
  expect(screen.getByText('x')).toBeTruthy();
  answer = async () => page(['y']);
  await press('Show more');
  expect(await screen.findByText('x y')).toBeTruthy();
  expect(cursors).toEqual(['first', 'second', 'other']);
});
