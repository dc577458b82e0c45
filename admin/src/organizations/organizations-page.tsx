import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Button, Group, SegmentedControl, Select, Stack, Title } from '@mantine/core';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { Link } from 'react-router';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { ListSearch, useListParams } from '../shell/list-search.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { paged } from '../shell/paged.ts';
import { OrganizationIcons } from './organization-icons.tsx';
import { TYPE_CHOICES } from './organization-labels.ts';
import { OrganizationTable } from './organization-table.tsx';

const PAGE_SIZE = 50;
const STATUSES: Record<string, OrganizationStatus> = {
  active: OrganizationStatus.ACTIVE,
  inactive: OrganizationStatus.INACTIVE,
};

/** /superadmin/festivals: every organization, the newest first [ADO-01] [ADO-06]. */
export function OrganizationsPage() {
  const [params, change] = useListParams();
  const query = params.get('q') ?? '';
  const status = params.get('status') ?? '';
  const type = params.get('type') ?? '';

  const list = useInfiniteQuery(
    OrganizationBackOfficeService.method.listAllOrganizations,
    {
      ...{ pageSize: PAGE_SIZE, query, cursor: '' },
      status: STATUSES[status] ?? OrganizationStatus.UNSPECIFIED,
      type: TYPE_CHOICES.some(({ value }) => value === type) ? Number(type) : OrganizationType.UNSPECIFIED,
    },
    paged,
  );
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const rows = list.data?.pages.flatMap((page) => page.organizations) ?? [];

  return (
    <Stack gap="sm">
      <title>Festivals · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Festivals
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            value={status in STATUSES ? status : 'all'}
            onChange={(value) => change({ status: value === 'all' ? '' : value })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ]}
          />
          <Select
            size="xs"
            w={150}
            aria-label="Type"
            placeholder="Any type"
            clearable
            data={TYPE_CHOICES}
            value={type || null}
            onChange={(value) => change({ type: value ?? '' })}
          />
          <ListSearch label="Search festivals" query={query} onSearch={(q) => change({ q })} width={220} />
          <OrganizationIcons />
          <Button size="xs" component={Link} to="/festivals/new">
            New festival
          </Button>
        </Group>
      </Group>
      <ListStates
        list={list}
        count={rows.length}
        failed={ORGANIZATION_MESSAGES.loadFailed}
        empty={query || status || type ? 'No festival matches' : 'No festivals yet'}
        rowHeight={36}
      />
      {rows.length > 0 && <OrganizationTable rows={rows} />}
      <ListEnd list={list} failed={ORGANIZATION_MESSAGES.loadFailed}>
        {rows.length > 0 && (rows.length === 1 ? 'One festival' : `All ${rows.length} festivals`)}
      </ListEnd>
    </Stack>
  );
}
