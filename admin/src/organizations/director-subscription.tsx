import { useQuery } from '@connectrpc/connect-query';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  OrganizationBackOfficeService,
  type DirectorSubscription as Subscription,
} from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Facts } from '../users/facts.tsx';
import { subscriptionFacts } from '../users/subscription-facts.ts';

/** The plan of who directs an organization: in the trial of a yearly Pro plan they need no contract [ADO-04] [ADO-05]. */
export function DirectorSubscription({ festivalId }: { festivalId: string }) {
  const answer = useQuery(OrganizationBackOfficeService.method.getDirectorSubscription, { festivalId });
  return (
    <Stack gap={4}>
      <Title order={2} size="h5">
        Subscription of the director
      </Title>
      {answer.isPending && <Skeleton h={80} aria-label="Loading the subscription" />}
      {answer.isError && <LoadFailed title="Failed to load the subscription" again={() => answer.refetch()} />}
      {answer.data && <Plan sold={answer.data.plansSold} subscription={answer.data.subscription} />}
    </Stack>
  );
}

function Plan({ sold, subscription }: { sold: boolean; subscription: Subscription | undefined }) {
  if (subscription) return <Facts label="Subscription of the director" rows={subscriptionFacts(subscription)} />;
  return <Text c="dimmed">{sold ? 'Nobody directs this festival.' : 'No plans are sold.'}</Text>;
}
