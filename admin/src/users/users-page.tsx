import { useQuery } from '@connectrpc/connect-query';
import { Button, Group, SegmentedControl, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService, type UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { STAFF_CONSUMER_TYPES } from '@marquee/rules/back-office';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { COUNTRIES } from '@marquee/rules/countries';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isForbidden } from '../api.ts';
import { MetricsLink } from '../metrics/metrics-link.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListSearch } from '../shell/list-search.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { PageSteps, usePagePlace } from '../shell/page-steps.tsx';
import { type Selected, SelectionActions } from './selection-actions.tsx';
import { SHOWN, type Shown, useUserSearch } from './use-user-search.ts';
import { consumerTypeLabel } from './user-labels.ts';
import { UserTable } from './user-table.tsx';

const { usersPerPage } = BACK_OFFICE_LIMITS;

const CONSUMER_TYPE_CHOICES = STAFF_CONSUMER_TYPES.map((type) => ({
  value: String(ConsumerType[type]),
  label: consumerTypeLabel[ConsumerType[type]],
}));
const COUNTRY_CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

/** /superadmin/users: everybody, newest first [ADU-01] [ADU-02]. */
export function UsersPage() {
  const { query, show, country, consumerType, change } = useUserSearch();
  const asked = { filter: SHOWN[show], query, country, consumerType };
  const [selected, setSelected] = useState<Selected>(new Map());
  const place = usePagePlace();

  const users = useQuery(
    UserBackOfficeService.method.listUsers,
    { pageSize: usersPerPage, cursor: place.cursor, ...asked },
    { placeholderData: keepPreviousData },
  );
  if (isForbidden(users.error)) return <Forbidden error={users.error} />;
  const rows = users.data?.users ?? [];
  const lastKey = users.data?.lastKey ?? '';

  return (
    <Stack gap="sm">
      <title>Users · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Users
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Filter"
            value={show}
            onChange={(value) => change({ show: value as Shown })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'NotOnboardedOnly', label: 'Not onboarded' },
              { value: 'OnboardedOnly', label: 'Onboarded' },
              { value: 'ActiveOnly', label: 'Active' },
            ]}
          />
          <Select
            size="xs"
            w={160}
            aria-label="Consumer type"
            placeholder="Any consumer type"
            clearable
            data={CONSUMER_TYPE_CHOICES}
            value={consumerType ? String(consumerType) : null}
            onChange={(value) => change({ consumerType: Number(value) })}
          />
          <Select
            size="xs"
            w={150}
            aria-label="Country"
            placeholder="Any country"
            clearable
            searchable
            comboboxProps={{ keepMounted: false }}
            data={COUNTRY_CHOICES}
            value={country || null}
            onChange={(value) => change({ country: value ?? '' })}
          />
          <ListSearch
            label="Search users"
            placeholder="Name, email, phone or id"
            query={query}
            onSearch={(query) => change({ query })}
            width={260}
            maxLength={BACK_OFFICE_LIMITS.searchCharactersMax}
          />
          <MetricsLink />
          <Button size="xs" component={Link} to="/users/new">
            Add user
          </Button>
        </Group>
      </Group>
      <Group justify="space-between">
        <Count {...asked} />
        <SelectionActions selected={selected} clear={() => setSelected(new Map())} />
      </Group>
      <ListStates
        list={users}
        count={rows.length}
        failed={BACK_OFFICE_MESSAGES.loadFailed}
        empty={query ? 'No one matches your search' : 'No users here'}
      />
      {rows.length > 0 && <UserTable users={rows} selected={selected} select={setSelected} />}
      <PageSteps place={place} lastKey={lastKey} loading={users.isPlaceholderData} />
    </Stack>
  );
}

/** How many there are, and in how many full pages [ADU-01]. */
function Count(asked: { filter: UserFilter; query: string; country: string; consumerType: ConsumerType }) {
  const { data, isError } = useQuery(UserBackOfficeService.method.countUsers, asked);
  if (isError) return <Text size="sm">–</Text>;
  if (!data) return <Skeleton h={20} w={160} />;
  const total = Number(data.count);
  const pages = Math.floor(total / usersPerPage);
  const number = (value: number) => value.toLocaleString('en-US');
  return (
    <Text size="sm" c="dimmed">
      {`${data.estimated ? 'About ' : ''}${number(total)} ${total === 1 ? 'user' : 'users'} · ${number(pages)} ${pages === 1 ? 'page' : 'pages'}`}
    </Text>
  );
}
