import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

type Props = {
  list: {
    isPending: boolean;
    isError: boolean;
    isSuccess: boolean;
    isFetchNextPageError?: boolean;
    refetch: () => unknown;
  };
  /** Rows that are shown. */
  count: number;
  failed: string;
  /** What stands where there are none. */
  empty: ReactNode;
  /** Of a row that is loading, in pixels. */
  rowHeight?: number;
};

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** In place of the rows of a list: their shape while they load, a second try, or that there are none. */
export function ListStates({ list, count, failed, empty, rowHeight = 44 }: Props) {
  if (list.isPending) return SKELETON_ROWS.map((row) => <Skeleton key={row} h={rowHeight} />);
  // What failed after the first page is said below its rows.
  if (list.isError && !list.isFetchNextPageError) return <LoadFailed title={failed} again={() => list.refetch()} />;
  if (!list.isSuccess || count > 0) return null;
  return (
    <Text c="dimmed" ta="center" py="xl">
      {empty}
    </Text>
  );
}
