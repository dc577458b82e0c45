import '../testing/browser-apis.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ListEnd } from './list-end.tsx';
import { ListStates } from './list-states.tsx';
import { paged, pagedByKey } from './paged.ts';

const shown = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>).container;
const skeletons = (container: HTMLElement) => container.querySelectorAll('.mantine-Skeleton-root').length;
const list = { isPending: false, isError: false, isSuccess: false, isFetchNextPageError: false, refetch: () => {} };

describe('in place of the rows of a list', () => {
  const open = (part: object, count = 0) =>
    shown(<ListStates list={{ ...list, ...part }} count={count} failed="Failed to load" empty="Nothing here" />);

  test('their shape stands while they load, and nothing else', () => {
    const container = open({ isPending: true });
    expect(skeletons(container)).toBe(8);
    expect(screen.queryByText('Nothing here')).toBeNull();
  });

  test('a failure of the first page offers another try', () => {
    let tries = 0;
    const container = open({ isError: true, refetch: () => (tries += 1) });
    expect(screen.getByRole('alert').textContent).toContain('Failed to load');
    expect(skeletons(container)).toBe(0);
    expect(screen.queryByText('Nothing here')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });

  test('it says that there are none, and says nothing beside rows or a failure that is said below', () => {
    open({ isSuccess: true });
    expect(screen.getByText('Nothing here')).toBeTruthy();
  });

  test.each([
    ['beside rows', { isSuccess: true }, 3],
    ['where the next page failed', { isError: true, isFetchNextPageError: true }, 3],
    ['where the next page failed after an empty one', { isError: true, isFetchNextPageError: true }, 0],
  ])('nothing stands %s', (_where, part, count) => {
    const container = open(part, count);
    expect(skeletons(container)).toBe(0);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('Nothing here')).toBeNull();
  });
});

describe('below a list', () => {
  const end = { hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage: () => {} };

  test('is the way to the next page, or another try where that failed', () => {
    let fetches = 0;
    const more = { ...end, hasNextPage: true, fetchNextPage: () => (fetches += 1) };
    const { rerender } = render(<ListEnd list={more}>All</ListEnd>, {
      wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect([fetches, screen.queryByText('All')]).toEqual([1, null]);
    rerender(
      <ListEnd list={{ ...more, isFetchNextPageError: true }} failed="No more films">
        All
      </ListEnd>,
    );
    expect(screen.getByRole('alert').textContent).toContain('No more films');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(fetches).toBe(2);
  });

  test('is that it ends, where there is something to say', () => {
    const container = shown(<ListEnd list={end}>All 3 films</ListEnd>);
    expect(screen.getByText('All 3 films')).toBeTruthy();
    expect(container.querySelector('p')).toBeTruthy();
    expect(shown(<ListEnd list={end}>{false}</ListEnd>).querySelector('p')).toBeNull();
  });
});

test('an empty cursor says that a page is the last', () => {
  expect([paged.getNextPageParam({ nextCursor: 'c2' }), paged.getNextPageParam({ nextCursor: '' })]).toEqual([
    'c2',
    undefined,
  ]);
  expect([pagedByKey.getNextPageParam({ lastKey: 'k1' }), pagedByKey.getNextPageParam({ lastKey: '' })]).toEqual([
    'k1',
    undefined,
  ]);
});
