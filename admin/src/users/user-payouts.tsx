import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Stack, Text } from '@mantine/core';
import { SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { type Payout, PayoutAccountStatus, PayoutState } from '@marquee/contracts/film/v1/payouts_pb';
import { formatUsd } from '@marquee/rules/format';
import { paged } from '../shell/paged.ts';
import { Records } from './user-details.tsx';
import { timeText } from './user-labels.ts';

const ACCOUNTS: Record<PayoutAccountStatus, string> = {
  [PayoutAccountStatus.UNSPECIFIED]: 'No account for payouts is connected',
  [PayoutAccountStatus.PENDING]: 'The account for payouts is not finished',
  [PayoutAccountStatus.RESTRICTED]: 'The account for payouts is restricted',
  [PayoutAccountStatus.ENABLED]: 'The account for payouts is connected',
};
const STATES: Record<PayoutState, string> = {
  [PayoutState.UNSPECIFIED]: '',
  [PayoutState.PENDING]: 'On the way',
  [PayoutState.PAID]: 'Paid',
  [PayoutState.FAILED]: 'Failed',
};

/** What was paid out to a maker, and what is there. */
export function UserPayouts({ accountId }: { accountId: string }) {
  const list = useInfiniteQuery(SalesService.method.listUserPayouts, { accountId, pageSize: 0, cursor: '' }, paged);
  const newest = list.data?.pages[0];
  const rows = list.data?.pages.flatMap(({ payouts }) => payouts) ?? [];
  return (
    <Stack gap="xs">
      <Records
        title="Payouts"
        failure="Failed to load payouts"
        empty="Nothing was paid out"
        list={list}
        head={['Amount', 'When', 'Cause', 'State']}
        rows={rows.map((payout) => ({
          key: payout.id,
          cells: [
            formatUsd(payout.amount),
            timeText(payout.createdAt),
            payout.monthly ? 'Monthly' : 'Asked for',
            stateText(payout),
          ],
        }))}
      />
      {newest && <Text size="sm">{`${ACCOUNTS[newest.status]}. ${formatUsd(newest.available)} can be paid out.`}</Text>}
      {newest?.held && (
        <Text size="sm">The account is suspended: payouts wait, and come once the suspension ends.</Text>
      )}
    </Stack>
  );
}

const stateText = ({ state, failureMessage }: Payout) => (failureMessage ? `Failed: ${failureMessage}` : STATES[state]);
