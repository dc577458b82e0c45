import { Anchor, Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** What is known of something, one line each; '–' where nothing is. */
export function Facts({ label, rows }: { label: string; rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Table variant="vertical" layout="fixed" withTableBorder maw={760} aria-label={label}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={160}>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value || '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A value, and the address at which it is changed. */
export function Editable({ value, to, label }: { value: string; to: string; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <span className="reason">{value || '–'}</span>
      <Anchor component={Link} to={to} size="sm" aria-label={`Edit ${label}`} style={{ flexShrink: 0 }}>
        Edit
      </Anchor>
    </Group>
  );
}
