import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type ListPayoutsResponse,
  type Payout,
  PayoutService,
  PayoutState,
} from '@marquee/contracts/film/v1/payouts_pb';
import { ListEnd } from '../../data/list-end.tsx';
import { type More, useMore } from '../../data/use-more.ts';
import { formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';

export const PAYOUTS_PAGE_SIZE = 12;

/** What was paid out to the viewer, the newest first. */
export function OwnPayoutList({ first }: { first: ListPayoutsResponse }) {
  const shown = useMore(
    { items: first.payouts, nextCursor: first.nextCursor },
    {
      method: PayoutService.method.listPayouts,
      request: (cursor) => ({ pageSize: PAYOUTS_PAGE_SIZE, cursor }),
      page: ({ payouts, nextCursor }) => ({ items: payouts, nextCursor }),
    },
  );
  return <PayoutList shown={shown} label={_('Your payouts')} />;
}

/** The payouts of a list. */
export function PayoutList({ shown, label }: { shown: More<Payout>; label: string }) {
  if (shown.items.length === 0) return null;
  return (
    <div>
      <ul aria-label={label} className="grid border-line border-t">
        {shown.items.map((payout) => (
          <PayoutLine key={payout.id} payout={payout} />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Load more')} failed={_('Failed to load payouts')}>
        {_('{count, plural, one {One payout.} other {All # payouts.}}', { count: shown.items.length })}
      </ListEnd>
    </div>
  );
}

function PayoutLine({ payout: { amount, state, failureMessage, monthly, createdAt } }: { payout: Payout }) {
  return (
    <li className="grid gap-1 border-line border-b py-3">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="tabular font-medium">{formatUsd(amount)}</span>
        <StateBadge state={state} />
        <span className="text-ink-muted text-small">
          {createdAt ? <Moment date={timestampDate(createdAt)} /> : null}
          {monthly ? ` · ${_('Monthly')}` : null}
        </span>
      </span>
      {failureMessage ? <span className="text-danger-ink text-small">{worded(failureMessage)}</span> : null}
    </li>
  );
}

function StateBadge({ state }: { state: PayoutState }) {
  if (state === PayoutState.PAID) return <Badge tone="good">{_('Paid out')}</Badge>;
  if (state === PayoutState.FAILED) return <Badge tone="warn">{_('Failed')}</Badge>;
  return <Badge>{_('On the way')}</Badge>;
}
