import { context, defaultTextMapSetter, propagation } from '@opentelemetry/api';

/** The W3C trace context of the running request, '' without one. */
export function currentTraceparent(): string {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier, defaultTextMapSetter);
  return carrier.traceparent ?? '';
}
