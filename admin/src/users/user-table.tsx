import { Anchor, Badge, Checkbox, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { countryName } from '@marquee/rules/countries';
import { Link } from 'react-router';
import { dateText } from '../films/film-labels.ts';
import type { Selected } from './selection-actions.tsx';
import { consumerTypeLabel, nameOf, roleLabel, statusOf } from './user-labels.ts';

type UserTableProps = { users: User[]; selected: Selected; select: (next: Selected) => void };

/** On narrow screens what the columns hold comes under the name. */
export function UserTable({ users, selected, select }: UserTableProps) {
  const chosen = users.filter(({ id }) => selected.has(id)).length;
  const toggleAll = () => {
    const next = new Map(selected);
    for (const user of users) {
      if (chosen === users.length) next.delete(user.id);
      else next.set(user.id, user);
    }
    select(next);
  };
  const toggle = (user: User) => {
    const next = new Map(selected);
    if (!next.delete(user.id)) next.set(user.id, user);
    select(next);
  };
  return (
    <Table highlightOnHover verticalSpacing={6} aria-label="Users" stickyHeader stickyHeaderOffset={48}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <Checkbox
              size="xs"
              aria-label="Select all on this page"
              checked={chosen === users.length}
              indeterminate={chosen > 0 && chosen < users.length}
              onChange={toggleAll}
            />
          </Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="md" miw={160}>
            Email
          </Table.Th>
          <Table.Th visibleFrom="md">Phone</Table.Th>
          <Table.Th visibleFrom="sm">Consumer type</Table.Th>
          <Table.Th visibleFrom="lg">Country</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          <Table.Th visibleFrom="md">Added</Table.Th>
          <Table.Th visibleFrom="lg">Last signed in</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} isSelected={selected.has(user.id)} toggle={() => toggle(user)} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function UserRow({ user, isSelected, toggle }: { user: User; isSelected: boolean; toggle: () => void }) {
  const { label, tone } = statusOf(user);
  const status = (
    <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
      {label}
    </Badge>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox size="xs" aria-label={`Select ${nameOf(user)}`} checked={isSelected} onChange={toggle} />
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} className="row-link" to={`/users/${user.id}`}>
          {nameOf(user)}
        </Anchor>
        {user.roles.map((role) => (
          <Badge key={role} ms={6} size="xs" variant="outline">
            {roleLabel[role]}
          </Badge>
        ))}
        <Group hiddenFrom="sm" gap={8} mt={4}>
          {status}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[user.email, consumerTypeLabel[user.consumerType]].filter(Boolean).join(' · ')}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
        <AddressLink scheme="mailto" address={user.email} />
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        <AddressLink scheme="tel" address={user.phone} />
      </Table.Td>
      <Table.Td visibleFrom="sm" className="short">
        {consumerTypeLabel[user.consumerType]}
      </Table.Td>
      <Table.Td visibleFrom="lg">{countryName(user.country) || '–'}</Table.Td>
      <Table.Td visibleFrom="sm" className="short">
        {status}
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {dateText(user.createdAt)}
      </Table.Td>
      <Table.Td visibleFrom="lg" className="short">
        {user.lastSignedInAt ? dateText(user.lastSignedInAt) : <VisuallyHidden>Never</VisuallyHidden>}
      </Table.Td>
    </Table.Tr>
  );
}

/** A masked address leads nowhere. */
export function AddressLink({ scheme, address }: { scheme: 'mailto' | 'tel'; address: string }) {
  if (address === '') return '–';
  return address.includes('•') ? (
    address
  ) : (
    <Anchor inherit href={`${scheme}:${address}`}>
      {address}
    </Anchor>
  );
}
