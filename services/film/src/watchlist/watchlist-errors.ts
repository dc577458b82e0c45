import { WATCHLIST_MESSAGES } from '@marquee/rules/watchlist';
import { DomainError } from '@marquee/runtime/errors';

export function watchlistFull(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'WATCHLIST_FULL',
    message: WATCHLIST_MESSAGES.full,
  });
}
