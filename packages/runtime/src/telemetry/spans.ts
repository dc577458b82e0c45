import { isSampled, newTraceparent, withSampling } from '../trace.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Never personal data, tokens, query strings, or values of statements: see docs/decisions/0016-telemetry.md. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanStart = {
  kind: SpanKind;
  /** The `traceparent` of what this is a part of. */
  parent: string;
  /** The `traceparent` of what caused it, where that is over. */
  link?: string | undefined;
  attributes?: Attributes | undefined;
};

export type Span = {
  /** What its parts name as their parent. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Ends it, with the name of what went wrong, if anything. */
  end(failure?: string): void;
};

/** What records spans. Nothing does until a process is told where to send them. */
export type Tracer = {
  /** The share of new traces that is recorded. */
  readonly ratio: number;
  start(name: string, options: SpanStart & { isNew: boolean }): Span;
};

let tracer: Tracer | undefined;

/** From here on spans go there, or with nothing nowhere. */
export function connectTracer(connected: Tracer | undefined): void {
  tracer = connected;
}

/** Whether a part of what this `traceparent` names would be recorded: asked before its name is made. */
export function isRecorded(parent: string | undefined): parent is string {
  return tracer !== undefined && parent !== undefined && isSampled(parent);
}

/** Begins a span in a trace that is recorded; undefined, at hardly any cost, in all others. */
export function startSpan(name: string, start: SpanStart): Span | undefined {
  return isRecorded(start.parent) ? tracer?.start(name, { ...start, isNew: false }) : undefined;
}

/** `parent` is what a caller from outside says: its ids are kept, its wish to be recorded is not. */
export type TraceStart = Omit<SpanStart, 'parent'> & { parent?: string | undefined };

/** Begins a trace, where a request enters or a job starts, in the share of cases that is recorded. */
export function startTrace(name: string, about: () => TraceStart): Span | undefined {
  if (!tracer || Math.random() >= tracer.ratio) return undefined;
  const start = about();
  const parent = withSampling(start.parent ?? newTraceparent(), true);
  return tracer.start(name, { ...start, parent, isNew: start.parent === undefined });
}
