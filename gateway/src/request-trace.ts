import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCall, runInCall } from '@marquee/runtime/context';
import { startTrace } from '@marquee/runtime/telemetry/spans';
import { isTraceparent } from '@marquee/runtime/trace';

const routes = new WeakMap<ServerResponse, string>();

/** The part of the gateway that answers, such as /feed/:id; addresses themselves are never recorded. */
export function nameRoute(response: ServerResponse, route: string): void {
  if (routes.has(response)) routes.set(response, route);
}

/**
 * Does the work of a request, in the share of requests that is recorded as the first span of its trace. What a browser
 * says of tracing gives the trace its id; whether it is recorded is drawn here.
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

/** What a browser, or a proxy in front, says of the trace that the request belongs to. */
export function browserTraceparent({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && isTraceparent(traceparent) ? traceparent : undefined;
}
