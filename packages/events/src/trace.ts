import { currentCall } from '@marquee/runtime/context';

/** The W3C trace context of the running call, '' without one. */
export function currentTraceparent(): string {
  return currentCall()?.traceparent ?? '';
}
