import { timestampDate } from '@bufbuild/protobuf/wkt';
import { BooksState, type EventBooks, EventBooksService } from '@marquee/contracts/festival/v1/books_pb';
import { BOOKS_MESSAGES } from '@marquee/rules/event-books';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { Figures } from '../earnings/figures.tsx';

/** What tickets to an event have brought, until its director closes its books [FES-06:books]. */
export function Books({ first }: { first: EventBooks }) {
  const [books, setBooks] = useState(first);
  const { state, totals, tickets, closedAt, closedByName, mayClose } = books;
  const isClosed = state === BooksState.CLOSED;
  return (
    <Section title={_('Books')}>
      <p className="flex flex-wrap items-center gap-3 text-ink-muted text-small">
        {isClosed ? <Badge>{_('Closed')}</Badge> : <Badge tone="good">{_('Open')}</Badge>}
        <span>{_('{count, plural, one {# ticket} other {# tickets}}', { count: tickets })}</span>
        {isClosed && closedAt ? (
          <span>
            {closedByName ? `${closedByName} · ` : null}
            <Moment date={timestampDate(closedAt)} />
          </span>
        ) : null}
      </p>
      <Figures
        figures={[
          { name: _('Earnings'), amount: totals?.earnings ?? 0n, note: _('without passes for several events') },
          { name: _('Platform fee'), amount: totals?.eoFee ?? 0n },
        ]}
      />
      <p className="max-w-2xl text-ink-muted text-small">{explained(state)}</p>
      {state === BooksState.READY && mayClose ? <Close books={books} onClosed={setBooks} /> : null}
    </Section>
  );
}

function explained(state: BooksState): string {
  switch (state) {
    case BooksState.NOT_OVER:
      return _(BOOKS_MESSAGES.notOver);
    case BooksState.REFUNDS_UNDER_WAY:
      return _(BOOKS_MESSAGES.refundsUnderWay);
    case BooksState.CLOSED:
      return _(
        'These are the final figures. Refunds by staff and disputes stand in the statements of the organization.',
      );
    default:
      return _('Once the books are closed, tickets are no longer refunded, and the rest is paid out.');
  }
}

function Close({ books, onClosed }: { books: EventBooks; onClosed: (books: EventBooks) => void }) {
  const [asking, setAsking] = useState(false);
  const [pending, during] = usePending();
  const [failed, setFailed] = useState('');
  // Kept until it is answered: an answer that is lost is asked for again by the same id.
  const requestId = useRef('');
  const close = () =>
    during(async () => {
      setFailed('');
      requestId.current ||= crypto.randomUUID();
      try {
        const answer = await client(EventBooksService).closeEventBooks({
          ...{ requestId: requestId.current, eventId: books.eventId },
        });
        requestId.current = '';
        const { payout, payoutMessage } = answer;
        toast({
          tone: 'good',
          message: payout
            ? _('The books are closed. {amount} is on its way to you.', { amount: formatUsd(payout.amount) })
            : `${_('The books are closed.')} ${worded(payoutMessage)}`.trim(),
        });
        if (answer.books) onClosed(answer.books);
      } catch (thrown) {
        setFailed(messageOf(thrown, _('We could not close the books. Please try again.')));
      } finally {
        setAsking(false);
      }
    });
  return (
    <div className="grid gap-3">
      {failed ? (
        <Banner tone="danger" urgent>
          {worded(failed)}
        </Banner>
      ) : null}
      <div>
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {_('Close the books')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={_('Close the books of this event?')}
        description={_('Its tickets are no longer refunded by you or their rule. This cannot be undone.')}
        confirmLabel={_('Close the books')}
        pending={pending}
        onConfirm={() => void close()}
      />
    </div>
  );
}
