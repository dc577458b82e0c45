import { create, type DescMethod, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt';
import { Audience, accessOf } from '@marquee/contracts/access';
import { isIdempotent } from '@marquee/contracts/idempotency';
import type { Database, Tx } from '@marquee/data/database';
import { keptAnswer, onceByRequest, requestIdMissing } from '@marquee/data/request-ids';
import { type DomainEvent, NOT_WRITTEN, type Outbox, type PreparedEvents } from '@marquee/events/outbox';
import type { Clock } from '@marquee/runtime/clock';
import type { DomainError } from '@marquee/runtime/errors';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { parse } from '@marquee/runtime/schema';
import type { Signals } from '@marquee/runtime/signals';
import { type AccountViewer, requireAccount, type Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';

/** The schema of a request without fields. */
export const noInput = z.object({});

/** What every service with a database has. */
export type ServiceResources = { db: Database; outbox: Outbox; signals: Signals; clock: Clock };

/** What a transaction is made of. */
export type TransactResources = Pick<ServiceResources, 'db' | 'outbox' | 'signals'>;

/** Something that open pages follow by a realtime topic. */
export type Versioned = { id: string; version: bigint };

/**
 * What a writing use case, a handler of an event and the end of an attempt at work write with: the service's resources,
 * with the transaction in place of the database.
 */
export type Write<R> = Omit<R, 'db' | 'prisma' | 'outbox' | 'signals'> &
  Transaction & {
    /** Never set: R is inferred by it. */
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
  /**
   * Converts what only protobuf has (numbers of enums, timestamps, lists in messages) to plain values, and adds what a
   * use case needs of the call, such as the browser that makes it.
   */
  from?(request: I, context: CallContext): object;
};

/**
 * A method that reads: checks the request by the schema, asks the use case, and makes the answer of what it gives. Its
 * contract says that it has no side effects.
 *
 * @throws DomainError INVALID, INVALID_INPUT for what breaks the schema
 */
export function read<R, V extends Viewer, S extends z.ZodType, Out, O = Out, I = unknown>(
  schema: S,
  useCase: (resources: R, viewer: V, input: z.output<S>) => Promise<Out>,
  toMessage?: (result: Out, answering: Answering<R>) => O | Promise<O>,
  options: ReadOptions<I> = {},
): UseCase<R, I, O> {
  return withoutTransaction(Idempotency.NO_SIDE_EFFECTS, schema, useCase, toMessage, options);
}

/**
 * A method that writes without a transaction: into a buffer, or by statements that each stand alone. Its contract calls
 * it idempotent, because no request id is kept.
 *
 * @throws DomainError INVALID, INVALID_INPUT for what breaks the schema
 */
export function writeWithoutTransaction<R, V extends Viewer, S extends z.ZodType, Out, O = Out, I = unknown>(
  schema: S,
  useCase: (resources: R, viewer: V, input: z.output<S>) => Promise<Out>,
  toMessage?: (result: Out, answering: Answering<R>) => O | Promise<O>,
  options: ReadOptions<I> = {},
): UseCase<R, I, O> {
  return withoutTransaction(Idempotency.IDEMPOTENT, schema, useCase, toMessage, options);
}

function withoutTransaction<R, V extends Viewer, S extends z.ZodType, Out, O, I>(
  idempotency: Idempotency,
  schema: S,
  useCase: (resources: R, viewer: V, input: z.output<S>) => Promise<Out>,
  toMessage: ((result: Out, answering: Answering<R>) => O | Promise<O>) | undefined,
  options: ReadOptions<I>,
): UseCase<R, I, O> {
  return {
    bind(resources, method) {
      if (method.idempotency !== idempotency) {
        throw new Error(
          `${method.name} has no transaction, and its contract does not call it ${Idempotency[idempotency]}`,
        );
      }
      const viewerOf = viewerFor<V>(method);
      return async (request, context) => {
        const viewer = viewerOf(context);
        const input = parse(schema, options.from ? options.from(request as I, context) : request);
        const result = await useCase(resources, viewer, input);
        return (toMessage ? await toMessage(result, { resources, context }) : result) as object;
      };
    },
  };
}

/** What `before` gives when the answer is known and nothing has to be written: no transaction begins. */
export class Answered<Out> {
  readonly result: Out;
  constructor(result: Out) {
    this.result = result;
  }
}

/** What a use case gives to refuse the call although what it wrote stays, such as a wrong try that is counted. */
export class Refused {
  readonly error: DomainError;
  constructor(error: DomainError) {
    this.error = error;
  }
}

type WriteOptions<R, V, S extends z.ZodType, Out, O, Before, I> = ReadOptions<I> & {
  /**
   * Runs before the transaction: calls to other services, which must not be made inside. Not for a repeated request,
   * unless `repeatsBefore`.
   */
  before?(resources: R, viewer: V, input: z.output<S>): Promise<Before | Answered<Out>>;
  /** True where writes about the same thing do not wait for each other's rows, so that many may run at once. */
  runsBesideOthers?: boolean;
  /** True where `before` also proves who repeats a request: then it runs for a repeated request too. */
  repeatsBefore?: boolean;
  /** Runs when the transaction has failed, or the use case refused: takes back what `before` did in another service. */
  undo?(resources: R, before: Before): Promise<void>;
  /**
   * Runs once the transaction has committed. For a repeated request the result is undefined: it has happened. What it
   * returns is added to the answer and not kept with it: a URL that expires is made again for each repetition.
   */
  after?(
    resources: R,
    result: Out | undefined,
    context: CallContext,
    before: Before,
    answer: O,
  ): void | Promise<void> | Partial<O> | Promise<Partial<O>>;
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
  useCase: (write: Write<R>, viewer: V, input: z.output<S>, before: Before) => Promise<Out | Refused>,
  toMessage?: (result: Out, answering: Answering<R>) => O | Promise<O>,
  options: WriteOptions<R, V, S, Out, O, Before, I> = {},
): UseCase<R, I, O> {
  return {
    bind(resources, method) {
      const viewerOf = viewerFor<V>(method);
      const isRepeatable = isIdempotent(method);
      const aggregateOf = aggregateIn(method);
      const name = `${method.parent.typeName}/${method.name}`;

      return async (request, context) => {
        const viewer = viewerOf(context);
        const requestId = (request as { requestId?: string }).requestId ?? '';
        if (!isRepeatable && requestId === '') throw requestIdMissing();
        const input = parse(schema, options.from ? options.from(request as I, context) : request);
        const complete = async (kept: MessageShape<typeof method.output>, result?: Out, before?: Before) => {
          const added = await options.after?.(resources, result, context, before as Before, kept as O);
          if (!added) return kept;
          const { $typeName: _, ...fields } = kept;
          return create(method.output, { ...fields, ...added } as MessageInitShape<typeof method.output>);
        };
        const once = { viewerId: viewerIdOf(context.viewer), method: name, requestId, body: request };
        if (options.before && !options.repeatsBefore && requestId !== '') {
          const kept = await keptAnswer(resources.db, once, method.output);
          if (kept) return complete(kept);
        }
        const messageOf = async (result: Out) =>
          ((await toMessage?.(result, { resources, context })) ?? result ?? {}) as MessageInitShape<
            typeof method.output
          >;
        const before = (await options.before?.(resources, viewer, input)) as Before | Answered<Out>;
        if (before instanceof Answered) {
          return complete(create(method.output, await messageOf(before.result)), before.result);
        }

        const run = async (work: Write<R>) => {
          let result: Out | Refused | undefined;
          const answer = await onceByRequest(work.tx, once, method.output, async () => {
            result = await useCase(work, viewer, input, before);
            return result instanceof Refused ? undefined : messageOf(result);
          });
          return { answer, result: result as Out | Refused | undefined };
        };
        const aggregate = options.runsBesideOthers ? undefined : aggregateOf(request as object);
        const writer = { account: accountOf(context.viewer), aggregate };
        const inTurn = () => transact(resources, run);
        const { answer, result } = await resources.db.writeTurns
          .run(writer, context.signal, inTurn)
          .then(({ answer, result }) => {
            if (result instanceof Refused) throw result.error;
            return { answer, result };
          })
          .catch(async (error: unknown) => {
            await options.undo?.(resources, before);
            throw error;
          });
        return complete(answer as MessageShape<typeof method.output>, result, before);
      };
    },
  };
}

/**
 * Runs a transaction with what a writing use case is given, and publishes its signals once it has committed. Methods,
 * handlers of events and work on rows all write by it.
 */
export async function transact<R extends TransactResources, T>(
  resources: R,
  work: (write: Write<R>) => Promise<T>,
): Promise<T> {
  const { db, prisma: _, outbox, signals, ...rest } = resources as R & { prisma?: unknown };
  let touched = new Map<string, bigint>();
  let emitted: readonly DomainEvent[] = [];
  let prepared: PreparedEvents | undefined;
  const run = async (tx: Tx) => {
    // Empty for each attempt of the transaction.
    touched = new Map();
    const emitting: DomainEvent[] = [];
    const transaction: Transaction = {
      tx,
      // Written together at the end: a statement for each would be most of what a short transaction costs.
      emit: async (event) => {
        emitting.push(event);
      },
      touch(topic, { id, version }) {
        const key = `${topic}:${id}`;
        if ((touched.get(key) ?? -1n) < version) touched.set(key, version);
      },
    };
    const result = await work({ ...rest, ...transaction } as unknown as Write<R>);
    emitted = emitting;
    return result;
  };
  const last = () => {
    prepared?.end(NOT_WRITTEN);
    prepared = outbox.prepare(emitted);
    return prepared?.statement;
  };
  const result = await db.transaction(run, { last }).catch((error: unknown) => {
    prepared?.end(NOT_WRITTEN);
    throw error;
  });
  prepared?.end();
  for (const [topic, version] of touched) signals.publish(topic, version);
  return result;
}

/** The use case of a method for accounts gets an account; a use case of any other method must take any viewer. */
function viewerFor<V extends Viewer>(method: DescMethod): (context: CallContext) => V {
  const audience = accessOf(method)?.audience;
  const isForAccounts = audience !== undefined && audience !== Audience.PUBLIC && audience !== Audience.SERVICE;
  if (!isForAccounts) return ({ viewer }) => viewer as V;
  return ({ viewer }) => requireAccount(viewer) satisfies AccountViewer as Viewer as V;
}

function accountOf(viewer: Viewer): string | undefined {
  return viewer.kind === 'account' ? viewer.accountId : undefined;
}

const ID_FIELD = /^id$|Id$/;

/** Reads the id that a request names first, which is that of what it changes: most of its writes lock that row. */
function aggregateIn({ input }: DescMethod): (request: object) => string | undefined {
  const name = input.fields.find(
    ({ localName, fieldKind }) => fieldKind === 'scalar' && ID_FIELD.test(localName) && localName !== 'requestId',
  )?.localName;
  return (request) => {
    const id = name === undefined ? undefined : (request as Record<string, unknown>)[name];
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
}

/** Request ids of different viewers never meet. */
function viewerIdOf(viewer: Viewer): string {
  if (viewer.kind === 'account') return viewer.accountId;
  return viewer.kind === 'service' ? `service ${viewer.service}` : 'visitor';
}
