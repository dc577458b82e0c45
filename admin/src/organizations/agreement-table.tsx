import { Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Agreement } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { ToneBadge } from '../shell/tone-badge.tsx';
import { agreementStatus, dateText } from './organization-labels.ts';

/** What the director has signed; Approved until it ends [ADO-04] [ENT-09]. */
export function AgreementTable({ agreement }: { agreement: Agreement | undefined }) {
  if (!agreement) return <Text c="dimmed">No agreement yet: it is made when the festival is enabled.</Text>;
  const status = agreementStatus(agreement, new Date());
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Title order={2} size="h5">
          Agreement
        </Title>
        <ToneBadge tone={status === 'Approved' ? 'good' : 'warn'}>{status}</ToneBadge>
      </Group>
      <Table withTableBorder aria-label="Agreement">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Years of contract</Table.Th>
            <Table.Th>Expiration date</Table.Th>
            <Table.Th>Created at</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>{agreement.yearsOfContract}</Table.Td>
            <Table.Td>{dateText(agreement.expirationDate)}</Table.Td>
            <Table.Td>{dateText(agreement.createdAt)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
