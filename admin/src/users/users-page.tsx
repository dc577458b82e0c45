import { useQuery } from '@connectrpc/connect-query';
import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { UserBackOfficeService, UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
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
import { useUserSearch } from './use-user-search.ts';
import { UserTable } from './user-table.tsx';

const { usersPerPage } = BACK_OFFICE_LIMITS;

const FILTERS: Record<string, UserFilter> = {
  all: UserFilter.UNSPECIFIED,
  NotOnboardedOnly: UserFilter.NOT_ONBOARDED_ONLY,
  OnboardedOnly: UserFilter.ONBOARDED_ONLY,
  ActiveOnly: UserFilter.ACTIVE_ONLY,
};

/** /superadmin/users: everybody, newest first [ADU-01] [ADU-02]. */
export function UsersPage() {
  const { query, show, change } = useUserSearch();
  const filter = FILTERS[show] ?? UserFilter.UNSPECIFIED;
  const [selected, setSelected] = useState<Selected>(new Map());
  const place = usePagePlace();

  const users = useQuery(
    UserBackOfficeService.method.listUsers,
    { pageSize: usersPerPage, cursor: place.cursor, filter, query },
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
            value={show in FILTERS ? show : 'all'}
            onChange={(value) => change({ query, show: value })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'NotOnboardedOnly', label: 'Not onboarded' },
              { value: 'OnboardedOnly', label: 'Onboarded' },
              { value: 'ActiveOnly', label: 'Active' },
            ]}
          />
          <ListSearch
            label="Search users"
            placeholder="Name, email, phone or id"
            query={query}
            onSearch={(query) => change({ query, show })}
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
        <Count filter={filter} query={query} />
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
function Count({ filter, query }: { filter: UserFilter; query: string }) {
  const { data, isError } = useQuery(UserBackOfficeService.method.countUsers, { filter, query });
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
