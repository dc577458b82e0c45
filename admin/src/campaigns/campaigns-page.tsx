import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Badge, Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { type Campaign, CampaignService, CampaignState } from '@marquee/contracts/film/v1/campaigns_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { Link } from 'react-router';
import { isForbidden } from '../api.ts';
import { datesText } from '../featured/featured-dates.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { useListParams } from '../shell/list-search.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { ListTable } from '../shell/list-table.tsx';
import { paged } from '../shell/paged.ts';
import { campaignState, countText } from './campaign-labels.ts';

const PAGE_SIZE = 50;
const STATES: Record<string, CampaignState> = {
  running: CampaignState.RUNNING,
  scheduled: CampaignState.SCHEDULED,
  ended: CampaignState.ENDED,
  off: CampaignState.OFF,
  'no-video': CampaignState.NO_VIDEO,
};

/** /superadmin/campaigns: the ads of the house, the newest first, with what was counted of each [WAT-11]. */
export function CampaignsPage() {
  const [params, change] = useListParams();
  const asked = params.get('state') ?? '';
  const state = asked in STATES ? asked : '';
  const list = useInfiniteQuery(
    CampaignService.method.listCampaigns,
    { pageSize: PAGE_SIZE, cursor: '', state: STATES[state] ?? CampaignState.UNSPECIFIED },
    paged,
  );
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  const campaigns = list.data?.pages.flatMap((page) => page.campaigns) ?? [];
  return (
    <Stack gap="sm">
      <title>Campaigns · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Campaigns
        </Title>
        <Group gap="sm">
          <Select
            size="xs"
            w={150}
            aria-label="State"
            placeholder="Any state"
            clearable
            value={state || null}
            onChange={(value) => change({ state: value ?? '' })}
            data={Object.entries(STATES).map(([value, one]) => ({ value, label: campaignState[one].label }))}
          />
          <Button size="xs" component={Link} to="/campaigns/new">
            New campaign
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        Trailers that play before films on demand for accounts without a plan, one before each film. An ad server that
        is set comes instead.
      </Text>
      <ListStates
        list={list}
        count={campaigns.length}
        failed={BACK_OFFICE_MESSAGES.loadFailed}
        empty={state ? 'No campaign matches' : 'No campaigns yet'}
      />
      {campaigns.length > 0 && <CampaignTable campaigns={campaigns} />}
      <ListEnd list={list}>{campaigns.length > 0 && 'These are all'}</ListEnd>
    </Stack>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  return (
    <ListTable aria-label="Campaigns">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Campaign</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th visibleFrom="md">Dates</Table.Th>
          <Table.Th ta="end">Shown</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            To the end
          </Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            Skipped
          </Table.Th>
          <Table.Th ta="end">Clicked</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </Table.Tbody>
    </ListTable>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, title, filmTitle, state, counts } = campaign;
  const { label, tone } = campaignState[state];
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} className="row-link" to={`/campaigns/${id}`}>
          {title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {filmTitle}
        </Text>
      </Table.Td>
      <Table.Td className="short">
        <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
          {label}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="md">{datesText(campaign)}</Table.Td>
      <Table.Td ta="end">{countText(counts?.impressions)}</Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {countText(counts?.completes)}
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {countText(counts?.skips)}
      </Table.Td>
      <Table.Td ta="end">{countText(counts?.clicks)}</Table.Td>
    </Table.Tr>
  );
}
