import { Table, type TableProps } from '@mantine/core';
import { useRowKeys } from './row-keys.ts';

/** A table on a page that holds more than it: keys lead through its rows once the focus is in one. */
export function RowsTable(props: TableProps & { 'aria-label': string }) {
  return <Table ref={useRowKeys(false)} verticalSpacing={6} aria-keyshortcuts="J K ArrowDown ArrowUp" {...props} />;
}
