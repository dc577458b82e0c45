import type { ConnectError } from '@connectrpc/connect';
import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Anchor, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { SubmissionDeskService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import {
  type PaymentDifference,
  PaymentDifferenceKind,
  type PaymentDifferences,
} from '@marquee/contracts/film/v1/payment_differences_pb';
import { PlanBackOfficeService } from '@marquee/contracts/identity/v1/plans_pb';
import { formatAmount } from '@marquee/rules/format';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { isForbidden } from '../api.ts';
import { OwedRefund } from '../orders/owed-refund.tsx';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { RowsTable } from '../shell/rows-table.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';

const KINDS = {
  [PaymentDifferenceKind.UNSPECIFIED]: 'Unknown',
  [PaymentDifferenceKind.BOOKS]: 'The ledger says something else',
  [PaymentDifferenceKind.PROVIDER]: 'The provider says something else',
  [PaymentDifferenceKind.STUCK]: 'Paid, and neither delivered nor refunded',
  [PaymentDifferenceKind.PAYOUT]: 'A payout that does not fit or does not arrive',
};

type Answer = UseQueryResult<PaymentDifferences, ConnectError>;

/** Orders and payouts of which the ledger or the payment provider says something else, in every service that takes money. */
export function ReconciliationPage() {
  const films = useQuery(SalesService.method.listPaymentDifferences, {});
  const tickets = useQuery(TicketDeskService.method.listTicketPaymentDifferences, {});
  const plans = useQuery(PlanBackOfficeService.method.listPlanPaymentDifferences, {});
  const refused = [films, tickets, plans].find(({ error }) => error && isForbidden(error));
  if (refused) return <Forbidden error={refused.error} />;
  return (
    <Stack gap="xl">
      <title>Reconciliation · Back office · Marquee</title>
      <Stack gap="xs">
        <Title order={1} size="h3">
          Reconciliation
        </Title>
        <Text size="sm" c="dimmed">
          Every order and payout is compared with the ledger and the payment provider. What differs stays here until it
          fits again; the runbook PaymentsDiffer says what to do.
        </Text>
      </Stack>
      <Part title="Films" answer={films} />
      <Part title="Festivals" answer={tickets} />
      <Part title="Plans" answer={plans} />
    </Stack>
  );
}

/** What one service found. */
function Part({ title, answer }: { title: string; answer: Answer }) {
  const found = answer.data;
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {answer.isPending && <Skeleton h={88} aria-label={`Loading: ${title}`} />}
      {answer.isError && <LoadFailed title="Failed to load differences" again={() => answer.refetch()} />}
      {found && found.differences.length > 0 && <Differences title={title} rows={found.differences} />}
      {found && <Text c="dimmed">{summary(found)}</Text>}
    </Stack>
  );
}

function summary({ differences, total, comparedAt }: PaymentDifferences): string {
  const shown = differences.length;
  const count =
    total > shown ? `The oldest ${shown} of ${total}. ` : shown === 0 && comparedAt ? 'Nothing differs. ' : '';
  return `${count}${comparedAt ? `All were compared at ${timeText(comparedAt)}.` : 'Not all were compared yet.'}`;
}

function Differences({ title, rows }: { title: string; rows: readonly PaymentDifference[] }) {
  return (
    <Table.ScrollContainer minWidth={900}>
      <RowsTable aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {['Difference', 'Since', 'Amount', 'In the ledger', 'State', 'Where', 'Refund', 'Id'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{KINDS[row.kind]}</Table.Td>
              <Table.Td>{timeText(row.foundAt)}</Table.Td>
              <Table.Td>{formatAmount(row)}</Table.Td>
              <Table.Td>
                {row.booked === undefined ? '–' : formatAmount({ amount: row.booked, currency: row.currency })}
              </Table.Td>
              <Table.Td>{row.state}</Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <Where title={title} {...row} />
                </Group>
              </Table.Td>
              <Table.Td>{row.owed > 0n && <Owed order={row} />}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{row.id}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </RowsTable>
    </Table.ScrollContainer>
  );
}

/** Gives back what is owed of an order, also to somebody whose account is closed and who has no page any more. */
function Owed({ order }: { order: PaymentDifference }) {
  const films = useMutation(SalesService.method.refundOwed);
  const tickets = useMutation(TicketDeskService.method.refundOwedTickets);
  const fees = useMutation(SubmissionDeskService.method.refundOwedFee);
  const plans = useMutation(PlanBackOfficeService.method.refundOwedPlan);
  const refresh = useRefresh(SalesService, TicketDeskService, SubmissionDeskService, PlanBackOfficeService);
  const { id: orderId } = order;
  const ways: Record<string, { of: string; ask: ComponentProps<typeof OwedRefund>['giveBack'] }> = {
    UNLOCK: { of: 'a film', ask: async (asked) => (await films.mutateAsync({ orderId, ...asked })).order },
    TICKETS: { of: 'tickets', ask: async (asked) => (await tickets.mutateAsync({ orderId, ...asked })).order },
    SUBMISSION: {
      of: 'a submission',
      ask: async (asked) => (await fees.mutateAsync({ submissionId: orderId, ...asked })).fee,
    },
    PLAN: { of: 'a plan', ask: async (asked) => (await plans.mutateAsync({ orderId, ...asked })).order },
  };
  const way = ways[order.itemKind];
  if (!way) return null;
  const isPending = [films, tickets, fees, plans].some((mutation) => mutation.isPending);
  return <OwedRefund {...{ order, refresh, isPending, of: way.of, giveBack: way.ask }} />;
}

type Subject = Pick<PaymentDifference, 'id' | 'accountId' | 'itemKind' | 'itemId'> & { title: string };

/** The pages of what was bought or is paid out, and of who bought. */
function Where({ id, title, accountId, itemKind, itemId }: Subject) {
  return (
    <>
      {itemKind === 'UNLOCK' && <To at={`/content/${itemId}?tab=sales`}>Film</To>}
      {itemKind === 'TICKETS' && <To at={`/ticket-orders/${id}`}>Order</To>}
      {itemKind === 'SUBMISSION' && accountId && <To at={`/users/${accountId}?tab=lover`}>Fees</To>}
      {itemKind === '' && title === 'Festivals' && <To at={`/festivals/${itemId}?tab=monetization`}>Festival</To>}
      {itemKind === '' && title === 'Films' && <UserLink id={itemId} name="Maker" />}
      {accountId && <UserLink id={accountId} name="User" />}
    </>
  );
}

function To({ at, children }: { at: string; children: string }) {
  return (
    <Anchor inherit underline="always" component={Link} to={at}>
      {children}
    </Anchor>
  );
}
