import type {
  DescMessage,
  DescMethod,
  DescMethodBiDiStreaming,
  DescMethodClientStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { ClientInfo } from '../client-info.ts';
import type { Call } from '../context.ts';
import type { Logger } from '../log.ts';
import type { Viewer } from '../viewer.ts';

/** What a handler gets of the call besides its request. */
export type CallContext = Call & {
  readonly method: DescMethod;
  /** Who asks; for SERVICE methods the calling service, with the account that it acts for, if any. */
  readonly viewer: Viewer;
  /** The service that made the call, when one did; BROWSER_CALLER for browsers. */
  readonly caller?: string | undefined;
  /** Aborted when the caller cancels, the deadline passes, the session ends or the server drains. */
  readonly signal: AbortSignal;
  readonly deadline?: Date | undefined;
  readonly log: Logger;
  /** What BROWSER_CALLER says about the browser; the unknown client in calls of other services. */
  readonly client: ClientInfo;
  /** A metadata text of the request. */
  header(name: string): string | undefined;
  /** Sent with the response, or with the refusal. */
  readonly responseHeaders: Headers;
  readonly responseTrailers: Headers;
};

type Unary<I extends DescMessage, O extends DescMessage> = (
  request: MessageShape<I>,
  context: CallContext,
) => Promise<MessageInitShape<O>>;

/** Yielded messages must not be changed afterwards: their encoding is kept. */
type ServerStreaming<I extends DescMessage, O extends DescMessage> = (
  request: MessageShape<I>,
  context: CallContext,
) => AsyncIterable<MessageInitShape<O>>;

type ClientStreaming<I extends DescMessage, O extends DescMessage> = (
  requests: AsyncIterable<MessageShape<I>>,
  context: CallContext,
) => Promise<MessageInitShape<O>>;

type BiDiStreaming<I extends DescMessage, O extends DescMessage> = (
  requests: AsyncIterable<MessageShape<I>>,
  context: CallContext,
) => AsyncIterable<MessageInitShape<O>>;

export type Handler<M extends DescMethod> =
  M extends DescMethodUnary<infer I, infer O>
    ? Unary<I, O>
    : M extends DescMethodServerStreaming<infer I, infer O>
      ? ServerStreaming<I, O>
      : M extends DescMethodClientStreaming<infer I, infer O>
        ? ClientStreaming<I, O>
        : M extends DescMethodBiDiStreaming<infer I, infer O>
          ? BiDiStreaming<I, O>
          : never;

/** One handler per method of the service; none may be missing. */
export type Handlers<S extends DescService> = { [K in keyof S['method']]: Handler<S['method'][K]> };

/** A handler whose types were checked where it was bound. */
export type BoundMethod =
  | { kind: 'unary'; method: DescMethod; handle(request: object, context: CallContext): Promise<object> }
  | {
      kind: 'server_streaming';
      method: DescMethod;
      handle(request: object, context: CallContext): AsyncIterable<object>;
    }
  | {
      kind: 'client_streaming';
      method: DescMethod;
      handle(requests: AsyncIterable<object>, context: CallContext): Promise<object>;
    }
  | {
      kind: 'bidi_streaming';
      method: DescMethod;
      handle(requests: AsyncIterable<object>, context: CallContext): AsyncIterable<object>;
    };

export type Implementation = { service: DescService; methods: BoundMethod[] };

/** Binds handlers to a service's methods. */
export function implement<S extends DescService>(service: S, handlers: Handlers<S>): Implementation {
  const byName = handlers as Record<string, unknown>;
  const methods = service.methods.map((method) => {
    const handler = byName[method.localName];
    if (typeof handler !== 'function') throw new Error(`${service.typeName}/${method.name} has no handler`);
    return { kind: method.methodKind, method, handle: handler.bind(handlers) } as BoundMethod;
  });
  return { service, methods };
}
