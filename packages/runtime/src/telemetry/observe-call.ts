import type { DescMethod } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { type Histogram, isMeasuring, rpcClientSeconds, rpcServerSeconds, secondsSince } from './instruments.ts';
import { isRecorded, type Span, startSpan } from './spans.ts';

/** One call, while it is measured and recorded. */
export type ObservedCall = {
  /** The parent for calls and statements made on its behalf. */
  readonly traceparent: string;
  /** Ends the call; only the first time counts. */
  end(code: number): void;
};

// Codes that are failures of the server; a refused request is not an error of its span.
const SERVER_FAULTS = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/** The name of a gRPC code, such as NOT_FOUND. */
export function codeName(code: number): string {
  return status[code] ?? 'UNKNOWN';
}

/** `<package.Service>/<Method>`, from the contract. */
export function methodName(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

/** A call that this process answers. `parent` is the caller's `traceparent`. */
export function observeServerCall(method: DescMethod, parent: string): ObservedCall {
  if (!isMeasuring() && !isRecorded(parent)) return unobserved(parent);
  const name = methodName(method);
  const span = isRecorded(parent)
    ? startSpan(name, { kind: 'server', parent, attributes: attributesOf(method) })
    : undefined;
  return new Observed(parent, span, rpcServerSeconds, { method: name }, SERVER_FAULTS);
}

/** A call that this process makes. `parent` is the `traceparent` of what it is made for. */
export function observeClientCall(method: DescMethod, callee: string, parent: string): ObservedCall {
  if (!isMeasuring() && !isRecorded(parent)) return unobserved(parent);
  const attributes = isRecorded(parent) ? { ...attributesOf(method), 'server.address': callee } : undefined;
  const span = attributes && startSpan(methodName(method), { kind: 'client', parent, attributes });
  return new Observed(parent, span, rpcClientSeconds, { callee }, undefined);
}

function attributesOf(method: DescMethod) {
  return { 'rpc.system': 'grpc', 'rpc.service': method.parent.typeName, 'rpc.method': method.name };
}

const nothing = () => {};
const unobserved = (traceparent: string): ObservedCall => ({ traceparent, end: nothing });

class Observed implements ObservedCall {
  readonly traceparent: string;
  readonly #span: Span | undefined;
  readonly #seconds: Histogram;
  readonly #labels: Readonly<Record<string, string>>;
  readonly #faults: ReadonlySet<number> | undefined;
  readonly #startedAt = performance.now();
  #ended = false;

  constructor(
    parent: string,
    span: Span | undefined,
    seconds: Histogram,
    labels: Readonly<Record<string, string>>,
    faults: ReadonlySet<number> | undefined,
  ) {
    this.traceparent = span?.traceparent ?? parent;
    this.#span = span;
    this.#seconds = seconds;
    this.#labels = labels;
    this.#faults = faults;
  }

  end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    const name = codeName(code);
    this.#seconds.record(secondsSince(this.#startedAt), { ...this.#labels, code: name });
    if (!this.#span) return;
    this.#span.set({ 'rpc.grpc.status_code': code });
    const failed = code !== status.OK && (this.#faults?.has(code) ?? true);
    this.#span.end(failed ? name : undefined);
  }
}
