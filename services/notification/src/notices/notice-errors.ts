import { NOTICE_MESSAGES } from '@marquee/rules/notices';
import { DomainError } from '@marquee/runtime/errors';

/** Deleted, withdrawn, or somebody else's. */
export function noticeNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'NOTICE_NOT_FOUND', message: NOTICE_MESSAGES.notFound });
}

/** Of an account that is not the viewer's. */
export function notOwnNotices(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'NOT_OWN_NOTICES', message: NOTICE_MESSAGES.notOwn });
}
