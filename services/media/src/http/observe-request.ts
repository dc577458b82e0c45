import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCall, runInCall } from '@marquee/runtime/context';
import { isMeasuring, secondsSince, segmentBytes, segmentSeconds } from '@marquee/runtime/telemetry/instruments';
import { isRecorded, startSpan } from '@marquee/runtime/telemetry/spans';
import { isTraceparent } from '@marquee/runtime/trace';

/**
 * Measures a manifest or segment until the last of its bytes has left, or its viewer; and what an edge asks before it
 * gives one that it keeps, since without an answer it gives none.
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
 * Runs a request as a part of the trace that the gateway recorded it in. Others can reach this port through the edge:
 * a trace is only believed of whom `isKnown` says yes to.
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
