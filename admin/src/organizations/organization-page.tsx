import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationStatus, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { isNotFound } from '@marquee/contracts/refusals';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { OrganizationEvents } from './organization-events.tsx';
import { OrganizationFanClub } from './organization-fan-club.tsx';
import { OrganizationHistory } from './organization-history.tsx';
import { OrganizationMoney } from './organization-money.tsx';
import { OrganizationOverview } from './organization-overview.tsx';
import { OrganizationSubmissions } from './organization-submissions.tsx';
import { StatusBadge } from './organization-table.tsx';
import { OrganizationTeam } from './organization-team.tsx';
import { useOrganizationsRefresh } from './use-organizations-refresh.ts';

const TABS = ['overview', 'events', 'submissions', 'team', 'monetization', 'fan-club', 'history'];

/** /superadmin/festivals/{festivalId} with its tabs [ADO-02]. */
export function OrganizationPage() {
  const { festivalId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const refresh = useOrganizationsRefresh();
  const answer = useQuery(OrganizationBackOfficeService.method.getAnyOrganization, { festivalId });
  const remove = useMutation(OrganizationBackOfficeService.method.deleteOrganization);

  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (isNotFound(answer.error)) return <NotFound title={ORGANIZATION_MESSAGES.notFound} />;
  if (answer.isError) return <LoadFailed title={ORGANIZATION_MESSAGES.loadFailed} again={() => answer.refetch()} />;
  const any = answer.data?.organization;
  const organization = any?.organization;
  if (!any || !organization) return <Skeleton h={400} aria-label="Loading the festival" />;

  const { id, name, status } = organization;
  const takesSubmissions = organization.type !== OrganizationType.MEDIA_CLUB;
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'overview';
  const setTab = (next: string | null) =>
    setParams(next && next !== 'overview' ? { tab: next } : {}, { replace: true });
  const askToDelete = () =>
    askReason({
      title: `Delete ${name}?`,
      text: 'Its page, its team and its agreements go with it. This cannot be undone.',
      confirm: 'Delete festival',
      onConfirm: async (reason) => {
        try {
          await remove.mutateAsync({ festivalId: id, reason });
          navigate('/festivals');
          notifications.show({ message: `${name} was deleted.` });
          await refresh();
        } catch (error) {
          const message = refusalText(error) ?? '';
          notifications.show({ color: 'red', title: BACK_OFFICE_MESSAGES.deleteFailed, message });
        }
      },
    });
  return (
    <Stack gap="sm">
      <title>{`${name} · Back office · Marquee`}</title>
      <Breadcrumbs>
        <Anchor component={Link} to="/festivals" size="sm">
          Festivals
        </Anchor>
        <Text size="sm" maw={320} truncate>
          {name}
        </Text>
      </Breadcrumbs>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <StatusBadge status={status} />
        </Group>
        <Group gap="xs">
          {status === OrganizationStatus.ACTIVE && (
            <Button size="xs" variant="default" component="a" href={`/festivals/${organization.url || id}`}>
              Public page
            </Button>
          )}
          <Button size="xs" color="red" variant="light" loading={remove.isPending} onClick={askToDelete}>
            Delete
          </Button>
        </Group>
      </Group>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
          {takesSubmissions && <Tabs.Tab value="submissions">Submissions</Tabs.Tab>}
          <Tabs.Tab value="team">Team</Tabs.Tab>
          <Tabs.Tab value="monetization">Monetization</Tabs.Tab>
          <Tabs.Tab value="fan-club">Fan Club</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview" pt="md">
          <OrganizationOverview any={any} organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="events" pt="md">
          <OrganizationEvents festivalId={id} />
        </Tabs.Panel>
        {takesSubmissions && (
          <Tabs.Panel value="submissions" pt="md">
            <OrganizationSubmissions festivalId={id} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="team" pt="md">
          <OrganizationTeam festivalId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="monetization" pt="md">
          <OrganizationMoney festivalId={id} agreement={any.agreement} />
        </Tabs.Panel>
        <Tabs.Panel value="fan-club" pt="md">
          <OrganizationFanClub festivalId={id} name={name} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <OrganizationHistory festivalId={id} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
