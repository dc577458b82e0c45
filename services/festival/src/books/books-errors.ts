import { BOOKS_MESSAGES } from '@marquee/rules/event-books';
import { DomainError } from '@marquee/runtime/errors';

const refused = (reason: string, message: string) => new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });

export const eventNotOver = (): DomainError => refused('EVENT_NOT_OVER', BOOKS_MESSAGES.notOver);

export const refundsUnderWay = (): DomainError => refused('REFUNDS_UNDER_WAY', BOOKS_MESSAGES.refundsUnderWay);

/** All events of the tickets are closed: neither buyers nor the organization give money back. */
export const booksClosed = (): DomainError => refused('BOOKS_CLOSED', BOOKS_MESSAGES.closed);
