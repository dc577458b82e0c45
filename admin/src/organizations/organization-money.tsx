import { useQuery } from '@connectrpc/connect-query';
import { Group, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { EarningSourceKind, OrganizationEarningsService } from '@marquee/contracts/festival/v1/earnings_pb';
import type { Agreement } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import {
  type GetFestivalPayoutAccountResponse,
  OrganizationPayoutService,
} from '@marquee/contracts/festival/v1/payouts_pb';
import { PayoutAccountStatus, PayoutState } from '@marquee/contracts/film/v1/payouts_pb';
import { formatUsd } from '@marquee/rules/format';
import { LoadFailed } from '../shell/load-failed.tsx';
import { ToneBadge } from '../shell/tone-badge.tsx';
import { timeText } from '../users/user-labels.ts';
import { AgreementTable } from './agreement-table.tsx';
import { DirectorSubscription } from './director-subscription.tsx';

const PAGE_SIZE = 100;
const SOURCE_LABELS: Record<EarningSourceKind, string> = {
  [EarningSourceKind.UNSPECIFIED]: '',
  [EarningSourceKind.EVENT]: 'Event',
  [EarningSourceKind.PASS]: 'Pass',
  [EarningSourceKind.CALL]: 'Submission fees',
};
const STATE_LABELS: Record<PayoutState, string> = {
  [PayoutState.UNSPECIFIED]: '',
  [PayoutState.PENDING]: 'On the way',
  [PayoutState.PAID]: 'Paid out',
  [PayoutState.FAILED]: 'Failed',
};

/** What an organization has earned, whether it can be paid, its agreement and the plan of its director [ADO-05]. */
export function OrganizationMoney({ festivalId, agreement }: { festivalId: string; agreement: Agreement | undefined }) {
  const earnings = useQuery(OrganizationEarningsService.method.getFestivalEarnings, { festivalId });
  const account = useQuery(OrganizationPayoutService.method.getFestivalPayoutAccount, { festivalId });
  const again = () => Promise.all([earnings.refetch(), account.refetch()]);
  if (earnings.isError || account.isError) return <LoadFailed title="Failed to load earnings" again={again} />;
  if (!earnings.data || !account.data) return <Skeleton h={200} aria-label="Loading the earnings" />;
  const { totals, available, onTheWay, paidOut } = earnings.data;
  const figures: [string, bigint][] = [
    ['Earnings', totals?.earnings ?? 0n],
    ['Platform fee', totals?.eoFee ?? 0n],
    ['Available', available],
    ['On the way', onTheWay],
    ['Paid out', paidOut],
  ];
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
        {figures.map(([name, amount]) => (
          <Stack key={name} gap={0}>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text fw={600}>{formatUsd(amount)}</Text>
          </Stack>
        ))}
      </SimpleGrid>
      <PaymentLink account={account.data} />
      <AgreementTable agreement={agreement} />
      <DirectorSubscription festivalId={festivalId} />
      <Sources festivalId={festivalId} />
      <Payouts festivalId={festivalId} />
    </Stack>
  );
}

function PaymentLink({ account }: { account: GetFestivalPayoutAccountResponse }) {
  const { isStripeLinked, held, status, available } = account;
  const isBegun = status === PayoutAccountStatus.PENDING || status === PayoutAccountStatus.RESTRICTED;
  const notLinked = isBegun ? 'Not finished' : 'Not linked';
  return (
    <Group gap="xs">
      <Title order={2} size="h5">
        Payment link
      </Title>
      <ToneBadge tone={isStripeLinked ? 'good' : 'warn'}>{isStripeLinked ? 'Linked' : notLinked}</ToneBadge>
      {!available && <Text size="sm">No payment provider is set up.</Text>}
      {available && held && <Text size="sm">Payouts wait: the festival is inactive or its director suspended.</Text>}
    </Group>
  );
}

function Sources({ festivalId }: { festivalId: string }) {
  const list = useQuery(OrganizationEarningsService.method.listEarningSources, { festivalId, pageSize: PAGE_SIZE });
  if (list.isError) return <LoadFailed title="Failed to load earnings" again={() => list.refetch()} />;
  const rows = list.data?.sources ?? [];
  if (rows.length === 0) return <Text c="dimmed">{list.isPending ? 'Loading…' : 'Nothing was sold yet.'}</Text>;
  return (
    <Table.ScrollContainer
      minWidth={640}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'What it earns from' } }}
    >
      <Table withTableBorder aria-label="Earnings by event">
        <Table.Thead>
          <Table.Tr>
            {['Sold', 'Kind', 'Tickets', 'Refunds', 'Platform fee', 'Earnings'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, kind, name, tickets, totals }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name || 'A deleted event'}</Table.Td>
              <Table.Td>{SOURCE_LABELS[kind]}</Table.Td>
              <Table.Td>{tickets}</Table.Td>
              <Table.Td>{String(totals?.refunds ?? 0n)}</Table.Td>
              <Table.Td>{formatUsd(totals?.eoFee ?? 0n)}</Table.Td>
              <Table.Td>{formatUsd(totals?.earnings ?? 0n)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Payouts({ festivalId }: { festivalId: string }) {
  const list = useQuery(OrganizationPayoutService.method.listFestivalPayouts, { festivalId, pageSize: PAGE_SIZE });
  if (list.isError) return <LoadFailed title="Failed to load payouts" again={() => list.refetch()} />;
  const rows = list.data?.payouts ?? [];
  if (rows.length === 0) return <Text c="dimmed">{list.isPending ? 'Loading…' : 'No payouts yet.'}</Text>;
  return (
    <Table withTableBorder aria-label="Payouts">
      <Table.Thead>
        <Table.Tr>
          {['Payout', 'State', 'When'].map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, amount, state, failureMessage, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>{formatUsd(amount)}</Table.Td>
            <Table.Td>{failureMessage || STATE_LABELS[state]}</Table.Td>
            <Table.Td>{timeText(createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
