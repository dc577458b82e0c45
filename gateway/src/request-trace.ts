import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCall, runInCall } from '@marquee/runtime/context';
import { startTrace } from '@marquee/runtime/telemetry/spans';
import { isTraceparent } from '@marquee/runtime/trace';

const routes = new WeakMap<ServerResponse, string>();

/** Names the route of a request, such as /feed/:id; addresses themselves are never recorded. */
export function nameRoute(response: ServerResponse, route: string): void {
  if (routes.has(response)) routes.set(response, route);
}

/**
 * Handles a request inside the first span of its trace. A browser's traceparent gives the trace id; whether the trace is
 * recorded is decided here by chance.
 */
export function traceRequest(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const method = request.method ?? 'GET';
  const span = startTrace(method, () => {
    const attributes = { 'http.request.method': method };
    return { kind: 'server', parent: browserTraceparent(request), attributes };
  });
  if (!span) {
    work();
    return;
  }
  routes.set(response, 'other');
  response.once('close', () => {
    const route = routes.get(response) ?? 'other';
    const status = response.statusCode;
    span.rename(`${method} ${route}`);
    span.set({ 'http.route': route, 'http.response.status_code': status });
    const left = !response.writableFinished;
    span.end(left ? 'client left' : status >= 500 ? String(status) : undefined);
  });
  runInCall(newCall({ traceparent: span.traceparent }), work);
}

/** The traceparent that the browser or a proxy sent. */
export function browserTraceparent({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && isTraceparent(traceparent) ? traceparent : undefined;
}
