import { Button, Text } from '@mantine/core';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

/** What of an infinite query says whether there is more. */
export type PagedList = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type Props = {
  list: PagedList;
  /** Why the next page is not there. */
  failed?: string;
  children: ReactNode;
};

/** Below a list: the way to its next page, another try where that failed, or that the list ends. */
export function ListEnd({ list, failed = BACK_OFFICE_MESSAGES.loadFailed, children }: Props) {
  if (list.isFetchNextPageError) return <LoadFailed title={failed} again={() => list.fetchNextPage()} />;
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
