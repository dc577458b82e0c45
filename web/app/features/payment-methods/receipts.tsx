import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { CheckoutService, OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { PlanOrderState, PlanService } from '@marquee/contracts/identity/v1/plans_pb';
import type { ReactNode } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { formatAddedDate, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { planName } from '../plans/plan-words.ts';

const PAGE_SIZE = 24;

type Receipt = { id: string; title: string; line: string; amount: bigint; at: Timestamp | undefined; isBack: boolean };

/** What the viewer has paid for plans and films, the newest first [SET-11]. */
export function Receipts() {
  return (
    <div className="grid gap-10">
      <Section title={_('Plans')}>
        <PlanReceipts />
      </Section>
      <Section title={_('Films')}>
        <FilmReceipts />
      </Section>
      <div className="print:hidden">
        <Button onClick={() => window.print()}>{_('Print or save as PDF')}</Button>
      </div>
    </div>
  );
}

function PlanReceipts() {
  const { own, retry } = useOwn(PlanService.method.listPlanOrders, { pageSize: PAGE_SIZE });
  const page = own.state === 'ready' ? own.value : undefined;
  return (
    <Loaded state={own.state} onRetry={() => void retry()}>
      {page ? <PlanList key={page.orders.length} first={page} /> : null}
    </Loaded>
  );
}

function PlanList({ first }: { first: { orders: Parameters<typeof planReceipt>[0][]; nextCursor: string } }) {
  const list = useMore(
    { items: first.orders, nextCursor: first.nextCursor },
    {
      method: PlanService.method.listPlanOrders,
      request: (cursor) => ({ pageSize: PAGE_SIZE, cursor }),
      page: ({ orders, nextCursor }) => ({ items: orders, nextCursor }),
    },
  );
  return (
    <List label={_('Receipts of plans')} receipts={list.items.map(planReceipt)}>
      <ListEnd list={list} more={_('Show more')} failed={_('We failed to load more receipts.')}>
        {_('{count, plural, one {One receipt.} other {# receipts.}}', { count: list.items.length })}
      </ListEnd>
    </List>
  );
}

type PlanOrderLike = {
  id: string;
  plan: number;
  amount: bigint;
  state: PlanOrderState;
  refunding: boolean;
  paidAt?: Timestamp | undefined;
  periodStart?: Timestamp | undefined;
  periodEnd?: Timestamp | undefined;
};

function planReceipt(order: PlanOrderLike): Receipt {
  const { id, plan, amount, paidAt: at, periodStart, periodEnd, state, refunding } = order;
  const day = (time: Timestamp) => formatAddedDate(timestampDate(time));
  const line =
    periodStart && periodEnd ? _('{from} to {until}', { from: day(periodStart), until: day(periodEnd) }) : '';
  const isBack = refunding || state === PlanOrderState.REFUNDED;
  return { id, title: _('Marquee {plan}', { plan: planName(plan) }), line, amount, at, isBack };
}

function FilmReceipts() {
  const { own, retry } = useOwn(CheckoutService.method.listOrders, { pageSize: PAGE_SIZE });
  const page = own.state === 'ready' ? own.value : undefined;
  return (
    <Loaded state={own.state} onRetry={() => void retry()}>
      {page ? <FilmList key={page.orders.length} first={page} /> : null}
    </Loaded>
  );
}

function FilmList({ first }: { first: { orders: Parameters<typeof filmReceipt>[0][]; nextCursor: string } }) {
  const list = useMore(
    { items: first.orders, nextCursor: first.nextCursor },
    {
      method: CheckoutService.method.listOrders,
      request: (cursor) => ({ pageSize: PAGE_SIZE, cursor }),
      page: ({ orders, nextCursor }) => ({ items: orders, nextCursor }),
    },
  );
  return (
    <List label={_('Receipts of films')} receipts={list.items.map(filmReceipt)}>
      <ListEnd list={list} more={_('Show more')} failed={_('We failed to load more receipts.')}>
        {_('{count, plural, one {One receipt.} other {# receipts.}}', { count: list.items.length })}
      </ListEnd>
    </List>
  );
}

type FilmOrderLike = {
  id: string;
  filmTitle: string;
  amount: bigint;
  state: OrderState;
  refunding: boolean;
  createdAt?: Timestamp | undefined;
};

function filmReceipt({ id, filmTitle, amount, createdAt: at, state, refunding }: FilmOrderLike): Receipt {
  const isBack = refunding || state === OrderState.REFUNDED;
  return { id, title: filmTitle || _('A film that was deleted'), line: _('Unlocked film'), amount, at, isBack };
}

type LoadedProps = { state: 'loading' | 'failed' | 'ready'; onRetry: () => void; children: ReactNode };

function Loaded({ state, onRetry, children }: LoadedProps) {
  if (state === 'loading') return <Skeleton className="h-32" label={_('Loading your receipts')} />;
  if (state === 'failed') return <ErrorState title={_('We failed to load your receipts.')} onRetry={onRetry} />;
  return children;
}

function List({ label, receipts, children }: { label: string; receipts: Receipt[]; children: ReactNode }) {
  if (receipts.length === 0) {
    return (
      <div className="grid gap-1">
        <p>{_('You have no receipts here')}</p>
        <p className="text-ink-muted text-small">{_('What you pay for stands here, with what it was for and when.')}</p>
      </div>
    );
  }
  return (
    <div>
      <ul aria-label={label} className="grid border-line border-t">
        {receipts.map(({ id, title, line, amount, at, isBack }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="wrap-anywhere font-medium">{title}</span>
              <span className="text-ink-muted text-small">{line}</span>
              <span className="text-ink-muted text-small">
                {at ? <Moment date={timestampDate(at)} /> : null} · {_('Order {id}', { id })}
              </span>
            </span>
            <span className="flex items-center gap-2">
              {isBack ? <Badge tone="warn">{_('Refunded')}</Badge> : null}
              <span className="tabular font-medium">{formatUsd(amount)}</span>
            </span>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
