import {
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { within } from '../locks.ts';
import type { Logger } from '../log.ts';
import { NAMESPACE } from '../namespace.ts';
import { spanIdOf, traceIdOf } from '../trace.ts';
import { spansDropped } from './instruments.ts';
import { connectTracer, type SpanKind as Kind, type Span, type Tracer } from './spans.ts';

export type TracesOptions = {
  /** The process's name. */
  service: string;
  /** The address of an OTLP receiver over HTTP, such as http://collector:4318; /v1/traces is added. */
  endpoint: string;
  /** The share of new traces that is recorded, 0 to 1. */
  ratio: number;
  log: Logger;
  /** In place of OTLP; for tests. */
  exporter?: SpanExporter | undefined;
};

export type Traces = {
  /** Sends all recorded spans now. */
  flush(): Promise<void>;
  /** The tracer to connect spans to. */
  readonly tracer: Tracer;
  close(): Promise<void>;
};

/** Maximum of unsent spans; further ones are dropped and counted. */
export const SPANS_WAITING_MAX = 2_048;
const SPANS_PER_EXPORT = 512;
const EXPORT_EVERY_MS = 2_000;
const EXPORT_MS_MAX = 5_000;
const CLOSE_MS_MAX = 3_000;
const ATTRIBUTE_CHARACTERS_MAX = 256;

const KINDS: Record<Kind, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Records spans and sends them in batches, without delaying the work that they describe. */
export function openTraces(options: TracesOptions): Traces {
  const queue = boundedQueue(options);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service, 'service.namespace': NAMESPACE }),
    // The sampling decision was made before the span was started.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS_MAX },
    spanProcessors: [queue],
  });
  const recorder = provider.getTracer(NAMESPACE);
  const tracer: Tracer = {
    ratio: options.ratio,
    start(name, { kind, parent, link, attributes, isNew }) {
      const context = isNew ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
      const links: Link[] = link ? [{ context: contextOf(link) }] : [];
      return asSpan(recorder.startSpan(name, { kind: KINDS[kind], links, ...(attributes && { attributes }) }, context));
    },
  };
  connectTracer(tracer);
  return {
    tracer,
    flush: () => provider.forceFlush({ timeoutMillis: CLOSE_MS_MAX }),
    async close() {
      connectTracer(undefined);
      await within(provider.shutdown(), CLOSE_MS_MAX);
    },
  };
}

function contextOf(traceparent: string): SpanContext {
  return {
    traceId: traceIdOf(traceparent),
    spanId: spanIdOf(traceparent),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
}

function asSpan(span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>): Span {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    end(failure) {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** The library's queue, which also counts lost spans and logs the reason once. */
function boundedQueue({ endpoint, exporter, log }: TracesOptions): SpanProcessor {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const sender = exporter ?? new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS_MAX });
  let waiting = 0;
  let failing = false;
  const settled = (count: number, error: Error | undefined, isLost: boolean) => {
    waiting -= count;
    if (isLost) spansDropped.add(count);
    if (isLost && !failing) log.warn({ err: error }, 'traces cannot be sent and are dropped');
    if (!isLost && failing) log.info('traces are sent again');
    failing = isLost;
  };
  const counted: SpanExporter = {
    export(spans: ReadableSpan[], done) {
      sender.export(spans, (result) => {
        settled(spans.length, result.error, result.code !== 0);
        // Report success to the queue: lost spans are counted here, and its own log line would be noise.
        done({ code: 0 });
      });
    },
    shutdown: () => sender.shutdown(),
    forceFlush: async () => sender.forceFlush?.(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: SPANS_WAITING_MAX,
    maxExportBatchSize: SPANS_PER_EXPORT,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_MS_MAX * 2,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (waiting >= SPANS_WAITING_MAX) return spansDropped.add(1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
