import type { DescMethod, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import type { Database, Tx } from '@marquee/data/database';
import { keptAnswer, onceByRequest, requestIdMissing } from '@marquee/data/request-ids';
import type { DomainEvent, Outbox } from '@marquee/events/outbox';
import type { Clock } from '@marquee/runtime/clock';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { parse } from '@marquee/runtime/schema';
import type { Signals } from '@marquee/runtime/signals';
import { type AccountViewer, requireAccount, type Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';

/** What every service with a database has. */
export type ServiceResources = { db: Database; outbox: Outbox; signals: Signals; clock: Clock };

/** Something that open pages follow by a realtime topic. */
export type Versioned = { id: string; version: bigint };

/** What a writing use case works with: the service's resources, with the transaction in place of the database. */
export type Write<R> = Omit<R, 'db' | 'prisma' | 'outbox' | 'signals'> &
  Transaction & {
    /** Never set: `write` infers R by it. */
    readonly types?: R;
  };

export type Transaction = {
  tx: Tx;
  /** Publishes an event once the transaction has committed. The row of its aggregate is locked. */
  emit(event: DomainEvent): Promise<void>;
  /** Tells pages that follow `<topic>:<id>` that it has changed, once the transaction has committed. */
  touch(topic: string, entity: Versioned): void;
};

type UnaryMethod = DescMethod & { methodKind: 'unary' };

/** A method's handler that still lacks the resources of its service. */
export type BoundHandler = (request: object, context: CallContext) => Promise<object>;
export type UseCase<R, I, O> = {
  /** Requests and answers are those of the method that it is bound to. */
  readonly types?: { request(request: I): void; response: O };
  bind(resources: R, method: UnaryMethod): BoundHandler;
};

/** What else an answer may depend on. */
export type Answering<R> = { resources: R; context: CallContext };

type ReadOptions<I> = {
  /** Turns what only protobuf knows (numbers of enums, timestamps, lists in messages) into plain values. */
  from?(request: I): object;
};

/**
 * A method that reads: checks the request by the schema, asks the use case, and makes the answer of what it gives.
 *
 * @throws DomainError INVALID, INVALID_INPUT for what breaks the schema
 */
export function read<R, V extends Viewer, S extends z.ZodType, Out, O = Out, I = unknown>(
  schema: S,
  useCase: (resources: R, viewer: V, input: z.output<S>) => Promise<Out>,
  toMessage?: (result: Out, answering: Answering<R>) => O | Promise<O>,
  options: ReadOptions<I> = {},
): UseCase<R, I, O> {
  return {
    bind(resources, method) {
      const viewerOf = viewerFor<V>(method);
      return async (request, context) => {
        const viewer = viewerOf(context);
        const input = parse(schema, options.from ? options.from(request as I) : request);
        const result = await useCase(resources, viewer, input);
        return (toMessage ? await toMessage(result, { resources, context }) : result) as object;
      };
    },
  };
}

type WriteOptions<R, V, S extends z.ZodType, Out, Before, I> = ReadOptions<I> & {
  /**
   * Runs before the transaction: calls to other services, which must not be made inside. Not for a repeated request,
   * unless `repeatsBefore`.
   */
  before?(resources: R, viewer: V, input: z.output<S>, context: CallContext): Promise<Before>;
  /** True where `before` also proves who repeats a request: then it runs for a repeated request too. */
  repeatsBefore?: boolean;
  /** Runs when the transaction has failed: takes back what `before` did in another service. */
  undo?(resources: R, before: Before): Promise<void>;
  /** Runs once the transaction has committed. For a repeated request the result is undefined: it has happened. */
  after?(resources: R, result: Out | undefined, context: CallContext, before: Before): void | Promise<void>;
};

/**
 * A method that writes, in one transaction, once per request id: a retry within 24 hours gets the first answer, and the
 * same id with another body is refused. A method that its contract calls idempotent needs no request id.
 *
 * @throws DomainError INVALID, INVALID_INPUT for what breaks the schema or lacks a request id
 */
export function write<
  R extends ServiceResources,
  V extends Viewer,
  S extends z.ZodType,
  Out,
  O = Out,
  Before = undefined,
  I = unknown,
>(
  schema: S,
  useCase: (write: Write<R>, viewer: V, input: z.output<S>, before: Before) => Promise<Out>,
  toMessage?: (result: Out, answering: Answering<R>) => O | Promise<O>,
  options: WriteOptions<R, V, S, Out, Before, I> = {},
): UseCase<R, I, O> {
  return {
    bind(resources, method) {
      const viewerOf = viewerFor<V>(method);
      const isRepeatable = isIdempotent(method);
      const name = `${method.parent.typeName}/${method.name}`;
      const { db: _, prisma: _p, outbox: _o, signals: _s, ...rest } = resources as R & { prisma?: unknown };

      return async (request, context) => {
        const viewer = viewerOf(context);
        const requestId = (request as { requestId?: string }).requestId ?? '';
        if (!isRepeatable && requestId === '') throw requestIdMissing();
        const input = parse(schema, options.from ? options.from(request as I) : request);
        const once = { viewerId: viewerIdOf(context.viewer), method: name, requestId, body: request };
        if (options.before && !options.repeatsBefore && requestId !== '') {
          const kept = await keptAnswer(resources.db, once, method.output);
          if (kept) {
            await options.after?.(resources, undefined, context, undefined as Before);
            return kept;
          }
        }
        const before = (await options.before?.(resources, viewer, input, context)) as Before;

        let result: Out | undefined;
        const run = (transaction: Transaction) => {
          // Anew for each try of the transaction.
          result = undefined;
          const work = { ...rest, ...transaction } as unknown as Write<R>;
          return onceByRequest(transaction.tx, once, method.output, async () => {
            result = await useCase(work, viewer, input, before);
            const message = toMessage ? await toMessage(result, { resources, context }) : (result ?? {});
            return message as MessageInitShape<typeof method.output>;
          });
        };
        const answer = await transact(resources, run).catch(async (error: unknown) => {
          await options.undo?.(resources, before);
          throw error;
        });
        await options.after?.(resources, result, context, before);
        return answer as MessageShape<typeof method.output>;
      };
    },
  };
}

/** Runs a transaction whose signals follow its commit: in a loop, or wherever else no method of an RPC asks for it. */
export async function transact<T>(
  { db, outbox, signals }: Pick<ServiceResources, 'db' | 'outbox' | 'signals'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let touched = new Map<string, bigint>();
  const result = await db.transaction((tx) => {
    // Anew for each try of the transaction.
    touched = new Map();
    return work({
      tx,
      emit: (event) => outbox.append(tx, event),
      touch(topic, { id, version }) {
        const key = `${topic}:${id}`;
        if ((touched.get(key) ?? -1n) < version) touched.set(key, version);
      },
    });
  });
  for (const [topic, version] of touched) signals.publish(topic, version);
  return result;
}

// As protobuf numbers them: NO_SIDE_EFFECTS and IDEMPOTENT.
const NO_SIDE_EFFECTS = 1;
const IDEMPOTENT = 2;

/** True when the contract says that a second call changes nothing that the first did not. */
export function isIdempotent({ idempotency }: DescMethod): boolean {
  return (idempotency as number) === NO_SIDE_EFFECTS || (idempotency as number) === IDEMPOTENT;
}

/** The use case of a method for accounts gets an account; a use case of any other method must take any viewer. */
function viewerFor<V extends Viewer>(method: DescMethod): (context: CallContext) => V {
  const audience = accessOf(method)?.audience;
  const isForAccounts = audience !== undefined && audience !== Audience.PUBLIC && audience !== Audience.SERVICE;
  if (!isForAccounts) return ({ viewer }) => viewer as V;
  return ({ viewer }) => requireAccount(viewer) satisfies AccountViewer as Viewer as V;
}

/** Request ids of different viewers never meet. */
function viewerIdOf(viewer: Viewer): string {
  if (viewer.kind === 'account') return viewer.accountId;
  return viewer.kind === 'service' ? `service ${viewer.service}` : 'visitor';
}
