import { Anchor, Table, Text } from '@mantine/core';
import type { AnyOrganization } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { type Organization, OrganizationStatus } from '@marquee/contracts/festival/v1/organization_pb';
import { countryName } from '@marquee/rules/countries';
import { Link } from 'react-router';
import { ListTable } from '../shell/list-table.tsx';
import { ToneBadge } from '../shell/tone-badge.tsx';
import { UserLink } from '../users/user-link.tsx';
import { agreementStatus, dateText, STATUS_LABELS, TYPE_LABELS } from './organization-labels.ts';

/** On narrow screens type, place and director come under the name. */
export function OrganizationTable({ rows }: { rows: AnyOrganization[] }) {
  return (
    <ListTable aria-label="Festivals">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="md">Type</Table.Th>
          <Table.Th visibleFrom="md">Director</Table.Th>
          <Table.Th visibleFrom="lg">Place</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th visibleFrom="md">Agreement</Table.Th>
          <Table.Th visibleFrom="md">Created</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((any) => any.organization && <Row key={any.organization.id} any={any} row={any.organization} />)}
      </Table.Tbody>
    </ListTable>
  );
}

function Row({ any: { agreement }, row }: { any: AnyOrganization; row: Organization }) {
  const type = TYPE_LABELS[row.type];
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} className="row-link" to={`/festivals/${row.id}`}>
          {row.name}
        </Anchor>
        <Text size="xs" c="dimmed" hiddenFrom="md">
          {[type, row.directorName, dateText(row.createdAt)].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {type}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {row.organizationDirector ? <UserLink id={row.organizationDirector} name={row.directorName} /> : '–'}
      </Table.Td>
      <Table.Td visibleFrom="lg">{[row.city, countryName(row.country)].filter(Boolean).join(', ') || '–'}</Table.Td>
      <Table.Td className="short">
        <StatusBadge status={row.status} />
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {agreement ? agreementStatus(agreement, new Date()) : '–'}
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {dateText(row.createdAt)}
      </Table.Td>
    </Table.Tr>
  );
}

export function StatusBadge({ status }: { status: OrganizationStatus }) {
  return (
    <ToneBadge tone={status === OrganizationStatus.ACTIVE ? 'good' : 'neutral'}>{STATUS_LABELS[status]}</ToneBadge>
  );
}
