import { isSampled, newTraceparent, withSampling } from '../trace.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Never personal data, tokens, query strings, or values of statements: see docs/decisions/0016-telemetry.md. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanStart = {
  kind: SpanKind;
  /** The `traceparent` of the parent. */
  parent: string;
  /** The `traceparent` of its cause, for a link, when the cause has ended. */
  link?: string | undefined;
  attributes?: Attributes | undefined;
};

export type Span = {
  /** The parent of its child spans. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Ends the span, with the name of the error if it failed. */
  end(failure?: string): void;
};

/** Records spans. None are recorded until a process opens its traces. */
export type Tracer = {
  /** The share of new traces that is recorded. */
  readonly ratio: number;
  start(name: string, options: SpanStart & { isNew: boolean }): Span;
};

let tracer: Tracer | undefined;

/** Sends spans to a tracer, or drops them when it is undefined. */
export function connectTracer(connected: Tracer | undefined): void {
  tracer = connected;
}

/** Whether a child of this `traceparent` would be recorded; asked before its name is built. */
export function isRecorded(parent: string | undefined): parent is string {
  return tracer !== undefined && parent !== undefined && isSampled(parent);
}

/** Starts a span when its trace is recorded, else returns undefined at almost no cost. */
export function startSpan(name: string, start: SpanStart): Span | undefined {
  return isRecorded(start.parent) ? tracer?.start(name, { ...start, isNew: false }) : undefined;
}

/** `parent` is an outside caller's traceparent: its ids are used, its sampled flag is ignored. */
export type TraceStart = Omit<SpanStart, 'parent'> & { parent?: string | undefined };

/** Starts a trace for a request or job, in the share of cases that is recorded. */
export function startTrace(name: string, about: () => TraceStart): Span | undefined {
  if (!tracer || Math.random() >= tracer.ratio) return undefined;
  const start = about();
  const parent = withSampling(start.parent ?? newTraceparent(), true);
  return tracer.start(name, { ...start, parent, isNew: start.parent === undefined });
}
