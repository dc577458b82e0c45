import { DomainError, invalid } from '@marquee/runtime/errors';

export function tooManyTopics(max: number): DomainError {
  return invalid([{ field: 'topics', message: `At most ${max} topics.` }]);
}

export function topicUnknown(): DomainError {
  return invalid([{ field: 'topics', message: 'There is no such topic.' }]);
}

/** The service that owns a topic cannot say who may follow it. */
export function topicUnavailable(cause: unknown): DomainError {
  const message = 'Live updates are not available right now.';
  return new DomainError({ kind: 'UNAVAILABLE', reason: 'TOPIC_UNAVAILABLE', message, cause });
}

export function topicForbidden(cause: unknown): DomainError {
  const message = "You don't have access to this page.";
  return new DomainError({ kind: 'FORBIDDEN', reason: 'TOPIC_FORBIDDEN', message, cause });
}
