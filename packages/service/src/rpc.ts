import type { DescMethod, DescMethodUnary, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import {
  type CallContext,
  type Handler,
  type Handlers,
  type Implementation,
  implement,
} from '@marquee/runtime/rpc/implement';
import type { UseCase } from './use-case.ts';

/** A handler of its own: for streams, and for answers that a use case alone cannot make. No rules, no SQL. */
type OwnHandler<R, M extends DescMethod> =
  Handler<M> extends (request: infer Q, context: CallContext) => infer A
    ? (request: Q, context: CallContext, resources: R) => A
    : never;

type MethodHandler<R, M extends DescMethod> =
  | OwnHandler<R, M>
  | (M extends DescMethodUnary<infer I, infer O> ? UseCase<R, MessageShape<I>, MessageInitShape<O>> : never);

/** One of `read`, `write` or a handler of its own for each method of the service; none may be missing. */
export type RpcHandlers<R, S extends DescService> = { [K in keyof S['method']]: MethodHandler<R, S['method'][K]> };

/**
 * Says what answers each method of a service of the contracts: `rpc<FilmResources>()(ReviewService, { … })`. The
 * implementation is made when the service starts and its resources are there.
 */
export function rpc<R>() {
  return <S extends DescService>(service: S, handlers: RpcHandlers<R, S>): ((resources: R) => Implementation) => {
    const byName = handlers as Record<string, UseCase<R, unknown, unknown> | OwnHandler<R, DescMethodUnary>>;
    return (resources) => {
      const bound = service.methods.map((method) => [
        method.localName,
        bind(byName[method.localName], resources, method),
      ]);
      return implement(service, Object.fromEntries(bound) as Handlers<S>);
    };
  };
}

function bind<R>(
  handler: UseCase<R, unknown, unknown> | OwnHandler<R, DescMethodUnary> | undefined,
  resources: R,
  method: DescMethod,
) {
  if (!handler) return undefined;
  if (typeof handler === 'function')
    return (request: never, context: CallContext) => handler(request, context, resources);
  if (method.methodKind !== 'unary') throw new Error(`${method.name} is a stream: it needs a handler of its own`);
  return handler.bind(resources, method as DescMethodUnary);
}
