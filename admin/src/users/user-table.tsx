import { Anchor, Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { ConsumerType, type User } from '@marquee/contracts/identity/v1/account_pb';
import { countryName, countryOf } from '@marquee/rules/countries';
import { Link } from 'react-router';
import { dateText } from '../films/film-labels.ts';
import { Cut } from '../shell/cut.tsx';
import { ListTable } from '../shell/list-table.tsx';
import { RowCheckbox } from '../shell/row-checkbox.tsx';
import type { Selected } from './selection-actions.tsx';
import { type Shown, type UserSearch, useUserSearch } from './use-user-search.ts';
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
    <ListTable aria-label="Users" selectable>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <RowCheckbox
              aria-label="Select all on this page"
              checked={chosen === users.length}
              indeterminate={chosen > 0 && chosen < users.length}
              onChange={toggleAll}
            />
          </Table.Th>
          <Table.Th className="wide">Name</Table.Th>
          <Table.Th visibleFrom="md" className="wide">
            Email
          </Table.Th>
          <Table.Th visibleFrom="lg">Phone</Table.Th>
          <Table.Th visibleFrom="sm" className="short">
            Consumer type
          </Table.Th>
          <Table.Th visibleFrom="lg">Country</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          <Table.Th visibleFrom="md">Added</Table.Th>
          <Table.Th visibleFrom="xl" className="short">
            Last signed in
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} isSelected={selected.has(user.id)} toggle={() => toggle(user)} />
        ))}
      </Table.Tbody>
    </ListTable>
  );
}

/** The filter of the list that a status has; there is none for accounts that are suspended or whose email bounces. */
const SHOWN_BY_STATUS: Readonly<Record<string, Shown>> = { ACTIVE: 'ActiveOnly', ONBOARDING: 'NotOnboardedOnly' };

/** What a user has, which leads to all of the list who have it. */
function FilterLink({ filter, children }: { filter: Partial<UserSearch>; children: string }) {
  return (
    <Anchor inherit underline="always" component={Link} {...useUserSearch().placeWith(filter)}>
      {children}
    </Anchor>
  );
}

function UserRow({ user, isSelected, toggle }: { user: User; isSelected: boolean; toggle: () => void }) {
  const { placeWith } = useUserSearch();
  const { label, tone } = statusOf(user);
  const badge = {
    className: 'status',
    'data-tone': tone,
    radius: 'sm',
    variant: 'transparent',
    children: label,
  } as const;
  const show = SHOWN_BY_STATUS[label];
  const status = show ? (
    <Badge {...badge} component={Link} {...placeWith({ show })} style={{ cursor: 'pointer' }} />
  ) : (
    <Badge {...badge} />
  );
  const { country, consumerType } = user;
  const type = consumerType !== ConsumerType.UNSPECIFIED && (
    <FilterLink filter={{ consumerType }}>{consumerTypeLabel[consumerType]}</FilterLink>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <RowCheckbox aria-label={`Select ${nameOf(user)}`} checked={isSelected} onChange={toggle} />
      </Table.Td>
      <Table.Td className="wide">
        <Group className="row-name" gap={6} wrap="nowrap">
          <Cut>
            <Anchor component={Link} className="row-link" to={`/users/${user.id}`}>
              {nameOf(user)}
            </Anchor>
          </Cut>
          {user.roles.map((role) => (
            <Badge key={role} size="xs" variant="outline" miw="max-content">
              {roleLabel[role]}
            </Badge>
          ))}
        </Group>
        <Group hiddenFrom="sm" gap={8} mt={4}>
          {status}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
            {user.email && type && ' · '}
            {type}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md" className="wide">
        <Cut>
          <AddressLink scheme="mailto" address={user.email} />
        </Cut>
      </Table.Td>
      <Table.Td visibleFrom="lg" className="short">
        <AddressLink scheme="tel" address={user.phone} />
      </Table.Td>
      <Table.Td visibleFrom="sm" className="short">
        {type || '–'}
      </Table.Td>
      <Table.Td visibleFrom="lg" className="narrow">
        <Cut>
          {countryOf(country) ? <FilterLink filter={{ country }}>{countryName(country)}</FilterLink> : country || '–'}
        </Cut>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="short">
        {status}
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {dateText(user.createdAt)}
      </Table.Td>
      <Table.Td visibleFrom="xl" className="short">
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
