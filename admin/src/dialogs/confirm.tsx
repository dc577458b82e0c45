import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { once } from './once.ts';

/** Asks before something is destroyed, and names it. */
export function confirmDelete(what: string, onConfirm: () => void): void {
  modals.openConfirmModal({
    title: `Delete ${what}?`,
    children: <Text size="sm">This cannot be undone.</Text>,
    labels: { confirm: 'Delete', cancel: 'Keep' },
    confirmProps: { color: 'red' },
    onConfirm: once(onConfirm),
  });
}
