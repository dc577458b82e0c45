import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Anchor, Badge, Breadcrumbs, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type AdCounts,
  type Campaign,
  type CampaignDay,
  CampaignService,
} from '@marquee/contracts/film/v1/campaigns_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { CAMPAIGN_LIMITS, CAMPAIGN_MESSAGES } from '@marquee/rules/campaigns';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { COUNTS, campaignState, countText } from './campaign-labels.ts';
import { useCampaignsRefresh } from './use-campaigns-refresh.ts';

/** /superadmin/campaigns/new */
export function NewCampaignPage() {
  const navigate = useNavigate();
  return (
    <Stack>
      <Head title="New campaign" />
      <CampaignForm onSaved={({ id }) => navigate(`/campaigns/${id}`)} />
    </Stack>
  );
}

/** /superadmin/campaigns/{id}: what was counted of a campaign, and its fields [WAT-11]. */
export function CampaignPage() {
  const { campaignId = '' } = useParams();
  const answer = useQuery(CampaignService.method.getCampaign, { campaignId });
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) {
    return <NotFound title={CAMPAIGN_MESSAGES.notFound} to="/campaigns" all="All campaigns" />;
  }
  if (answer.isError) return <LoadFailed title={BACK_OFFICE_MESSAGES.loadFailed} again={() => answer.refetch()} />;
  const { campaign, days = [] } = answer.data ?? {};
  if (!campaign) return <Skeleton h={320} aria-label="Loading the campaign" />;
  const { label, tone } = campaignState[campaign.state];
  return (
    <Stack>
      <Head title={campaign.title}>
        <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
          {label}
        </Badge>
        <DeleteButton campaign={campaign} />
      </Head>
      <Counts counts={campaign.counts} days={days} />
      {/* Its fields begin with what was saved. */}
      <CampaignForm
        key={String(campaign.version)}
        campaign={campaign}
        onSaved={() => notifications.show({ message: 'The campaign was saved.' })}
      />
    </Stack>
  );
}

function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <title>{`${title} · Back office · Marquee`}</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/campaigns" size="sm">
          Campaigns
        </Anchor>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
      </Breadcrumbs>
      <Group gap="sm">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {children}
      </Group>
    </>
  );
}

function DeleteButton({ campaign: { id: campaignId, title, version } }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const refresh = useCampaignsRefresh();
  const remove = useMutation(CampaignService.method.deleteCampaign);
  const run = async () => {
    try {
      await remove.mutateAsync({ campaignId, expectedVersion: version });
      navigate('/campaigns');
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to delete the campaign', message: refusalText(error) ?? '' });
    }
    await refresh();
  };
  return (
    <Button
      size="compact-xs"
      color="red"
      variant="subtle"
      loading={remove.isPending}
      onClick={() => confirmDelete(`the campaign ${title} and its counts`, () => void run())}
    >
      Delete
    </Button>
  );
}

function Counts({ counts, days }: { counts: AdCounts | undefined; days: readonly CampaignDay[] }) {
  if (days.length === 0) return <Text c="dimmed">It was not shown yet.</Text>;
  return (
    <Table.ScrollContainer minWidth={860} maxHeight={420}>
      <Table aria-label="Counts by day" verticalSpacing={6} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day (UTC)</Table.Th>
            {COUNTS.map(({ name, label }) => (
              <Table.Th key={name} ta="end">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <CountRow name="All so far" counts={counts} />
          {days.map(({ day, counts: ofDay }) => (
            <CountRow key={day} name={day} counts={ofDay} />
          ))}
        </Table.Tbody>
        <Table.Caption>{`The last ${CAMPAIGN_LIMITS.daysListedMax} days on which it was shown.`}</Table.Caption>
      </Table>
    </Table.ScrollContainer>
  );
}

function CountRow({ name, counts }: { name: string; counts: AdCounts | undefined }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" style={{ whiteSpace: 'nowrap' }}>
        {name}
      </Table.Th>
      {COUNTS.map((count) => (
        <Table.Td key={count.name} ta="end">
          {countText(counts?.[count.name])}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
