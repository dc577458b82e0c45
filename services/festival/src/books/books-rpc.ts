import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BooksState, type EventBooksSchema, EventBooksService } from '@marquee/contracts/festival/v1/books_pb';
import { payoutMessage } from '@marquee/payments/payout-message';
import { SALES_CURRENCY as currency } from '@marquee/rules/payments';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { totalsMessage } from '../money/earnings-message.ts';
import { totalsOf } from '../money/get-festival-earnings.ts';
import { sendPayout } from '../money/send-payout.ts';
import type { FestivalResources } from '../resources.ts';
import { eventIdSchema } from '../votes/list-ballots.ts';
import { type ClosedEvent, closeEventBooks } from './close-event-books.ts';
import { type EventBooks, getEventBooks } from './get-event-books.ts';

const booksMessage = ({
  event,
  state,
  sums,
  closedAt,
  ...rest
}: EventBooks): MessageInitShape<typeof EventBooksSchema> => ({
  ...{ ...rest, eventId: event.id, eventName: event.name, festivalId: event.festivalId, currency },
  ...{ state: BooksState[state], totals: totalsMessage(totalsOf(sums)), tickets: sums.tickets },
  ...(closedAt && { closedAt: timestampFromDate(closedAt) }),
});

const closedMessage = ({ books, payout, payoutMessage: words }: ClosedEvent) => ({
  ...{ books: booksMessage(books), payoutMessage: words },
  ...(payout && { payout: payoutMessage(payout) }),
});

export const eventBooksRpc = rpc<FestivalResources>()(EventBooksService, {
  getEventBooks: read(eventIdSchema, getEventBooks, (books) => ({ books: booksMessage(books) })),
  closeEventBooks: write(eventIdSchema, closeEventBooks, closedMessage, {
    async after(resources, _result, _context, _before, answer) {
      const sent = answer.payout?.id ? await sendPayout(resources, answer.payout.id) : undefined;
      return sent ? { payout: payoutMessage(sent) } : {};
    },
  }),
});
