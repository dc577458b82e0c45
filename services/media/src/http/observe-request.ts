import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCall, runInCall } from '@marquee/runtime/context';
import { isMeasuring, secondsSince } from '@marquee/runtime/telemetry/instruments';
import { isRecorded, startSpan } from '@marquee/runtime/telemetry/spans';
import { isTraceparent } from '@marquee/runtime/trace';
import { segmentBytes, segmentSeconds } from './instruments.ts';

/**
 * Measures a manifest or segment until its last byte is sent or its client leaves, and the access checks of an edge,
 * which serves nothing from its cache without their answer.
 */
export function measureSegment(request: IncomingMessage, response: ServerResponse, asked: 'file' | 'access'): void {
  if (!isMeasuring()) return;
  const startedAt = performance.now();
  const { socket } = request;
  const before = socket.bytesWritten;
  response.once('close', () => {
    segmentSeconds.record(secondsSince(startedAt), { asked, status: String(response.statusCode) });
    if (asked === 'file') segmentBytes.add(Math.max(0, socket.bytesWritten - before));
  });
}

/**
 * Runs a request within the gateway's trace. Clients that reach this port through an edge could send a trace of their own:
 * only requests that `isKnown` accepts may name one.
 */
export function traceRequest<T>(
  request: IncomingMessage,
  response: ServerResponse,
  { route, isKnown }: { route: string; isKnown: () => boolean },
  work: () => Promise<T>,
): Promise<T> {
  const { traceparent } = request.headers;
  const said = typeof traceparent === 'string' && isTraceparent(traceparent) ? traceparent : undefined;
  if (!isRecorded(said) || !isKnown()) return work();
  const attributes = { 'http.request.method': request.method ?? 'GET', 'http.route': route };
  const span = startSpan(`${request.method} ${route}`, { kind: 'server', parent: said, attributes });
  response.once('close', () => {
    span?.set({ 'http.response.status_code': response.statusCode });
    span?.end(response.statusCode >= 500 ? String(response.statusCode) : undefined);
  });
  return runInCall(newCall({ traceparent: span?.traceparent ?? said }), work);
}
