import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What of an infinite query says whether there is more. */
export type PagedList = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** Below a list: the way to its next page, or that it ends. */
export function ListEnd({ list, children }: { list: PagedList; children: ReactNode }) {
  if (list.hasNextPage) {
    return (
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        Load more
      </Button>
    );
  }
  if (!children) return null;
  return (
    <Text size="sm" c="dimmed" ta="center">
      {children}
    </Text>
  );
}
