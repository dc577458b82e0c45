import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Receipt } from '@marquee/contracts/film/v1/receipts_pb';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { _, type Message, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { amountText } from '../coins/coins-text.ts';
import { backText, boughtText, kindText } from './receipt-words.ts';
import { receiptPath, type Seller } from './sellers.ts';
import { useReceipts } from './use-receipts.ts';

const UNREACHED: Record<Seller, Message> = {
  films: msg('We failed to load your receipts for films.'),
  plans: msg('We failed to load your receipts for plans.'),
  tickets: msg('We failed to load your receipts for tickets and fees of submissions.'),
};

/** What the viewer has paid for films, plans and tickets, in one list, the newest first [SET-11]. */
export function Receipts() {
  const list = useReceipts();
  if (list.isOpening && list.state !== 'failed') {
    return <Skeleton className="h-40" label={_('Loading your receipts')} />;
  }
  if (list.isOpening) {
    return (
      <ErrorState title={_('We failed to load your receipts.')} onRetry={list.askAgain}>
        {list.problem}
      </ErrorState>
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState icon={<ReceiptText aria-hidden />} title={_('You have no receipts here')}>
        {_('What you pay for stands here, with what it was for and when.')}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      {list.unreached.length > 0 ? (
        <Banner
          tone="warn"
          action={
            <Button onClick={list.askAgain} pending={list.state === 'loading'}>
              {_('Try again')}
            </Button>
          }
        >
          {list.unreached.map((seller) => (
            <p key={seller}>{_(UNREACHED[seller])}</p>
          ))}
        </Banner>
      ) : null}
      <ul aria-label={_('Receipts')} className="grid border-line border-t">
        {list.items.map((receipt) => (
          <Line key={receipt.orderId} receipt={receipt} />
        ))}
      </ul>
      <ListEnd list={list} more={_('Show more')} failed={_('We failed to load more receipts.')}>
        {_('{count, plural, one {One receipt.} other {# receipts.}}', { count: list.items.length })}
      </ListEnd>
    </div>
  );
}

function Line({ receipt }: { receipt: Receipt }) {
  const { amount, currency, paidAt, number } = receipt;
  const back = backText(receipt);
  return (
    <li className="relative flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3">
      <span className="grid min-w-0 gap-0.5">
        <Link
          to={receiptPath(receipt)}
          className="wrap-anywhere font-medium after:absolute after:inset-0 hover:underline"
        >
          {boughtText(receipt)}
        </Link>
        <span className="text-ink-muted text-small">{kindText(receipt)}</span>
        <span className="text-ink-muted text-small">
          {paidAt ? <Moment date={timestampDate(paidAt)} /> : null} ·{' '}
          <span className="whitespace-nowrap">{_('Receipt {number}', { number })}</span>
        </span>
      </span>
      <span className="flex items-center gap-2">
        {back ? <Badge tone="warn">{back}</Badge> : null}
        <span className="tabular font-medium">{amountText(amount, currency)}</span>
      </span>
    </li>
  );
}
