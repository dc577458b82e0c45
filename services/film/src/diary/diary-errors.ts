import { DIARY_MESSAGES } from '@marquee/rules/diary';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function diaryFull(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'DIARY_FULL', message: DIARY_MESSAGES.full });
}

export function diaryEntryNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'DIARY_ENTRY_NOT_FOUND', message: DIARY_MESSAGES.entryNotFound });
}

/** Its person does not show it, has a private profile, or one of the two has blocked the other. */
export function diaryNotShown(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'DIARY_NOT_SHOWN', message: DIARY_MESSAGES.notShown });
}

export function dayInFuture(field: string): DomainError {
  return invalid([{ field, message: DIARY_MESSAGES.dayRange }]);
}
