import { Kbd, Table, type TableProps, Text } from '@mantine/core';
import { useRowKeys } from './row-keys.ts';

type ListTableProps = TableProps & {
  'aria-label': string;
  /** Whether its rows have a checkbox. */
  selectable?: boolean;
};

/** The table of a list, with its heads under the frame's header, and what keys do in it. */
export function ListTable({ selectable = false, children, ...props }: ListTableProps) {
  const table = useRowKeys(true);
  return (
    <>
      <Table
        ref={table}
        highlightOnHover
        verticalSpacing={6}
        stickyHeader
        stickyHeaderOffset={48}
        aria-keyshortcuts={`J K ArrowDown ArrowUp Enter${selectable ? ' X Space' : ''}`}
        {...props}
      >
        {children}
      </Table>
      <Text size="xs" c="dimmed" ta="center" visibleFrom="md">
        <Kbd size="xs">J</Kbd> <Kbd size="xs">K</Kbd> or <Kbd size="xs">↓</Kbd> <Kbd size="xs">↑</Kbd> move between
        rows, <Kbd size="xs">Enter</Kbd> opens
        {selectable && (
          <>
            , <Kbd size="xs">X</Kbd> or <Kbd size="xs">Space</Kbd> selects
          </>
        )}
      </Text>
    </>
  );
}
