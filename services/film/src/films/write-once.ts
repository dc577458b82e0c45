import type { DescMessage, DescMethod, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Tx } from '@marquee/data/database';
import { onceByRequest } from '@marquee/data/request-ids';
import { type AccountViewer, requireAccount, type Viewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import { requestIdMissing } from './film-errors.ts';

/** One writing call of a viewer; its request id is '' when a retry changes nothing by itself. */
export type Write = { viewer: AccountViewer; method: string; requestId: string; body: object };

type Context = { viewer: Viewer; method: DescMethod };

/** The write that a request asks for. @throws DomainError INVALID, INVALID_INPUT without a request id */
export function writeOf(request: { requestId: string }, context: Context): Write {
  if (request.requestId === '') throw requestIdMissing();
  return { ...idempotentWriteOf(request, context), requestId: request.requestId };
}

/** A write that comes to the same however often it is made, so that its request carries no id. */
export function idempotentWriteOf(request: object, context: Context): Write {
  return {
    viewer: requireAccount(context.viewer),
    method: `${context.method.parent.typeName}/${context.method.name}`,
    requestId: '',
    body: request,
  };
}

/** What a write does after it has committed, such as telling open pages. */
export type AfterCommit = (action: () => void) => void;

/** Runs a write in one transaction, once per request id; a retry gets the first answer. */
export async function writeOnce<S extends DescMessage>(
  { db }: Pick<FilmResources, 'db'>,
  { viewer, method, requestId, body }: Write,
  schema: S,
  run: (tx: Tx, afterCommit: AfterCommit) => Promise<MessageInitShape<S>>,
): Promise<MessageShape<S>> {
  let actions: (() => void)[] = [];
  const response = await db.transaction((tx) => {
    actions = [];
    const request = { viewerId: viewer.accountId, method, requestId, body };
    return onceByRequest(tx, request, schema, () => run(tx, (action) => actions.push(action)));
  });
  for (const action of actions) action();
  return response;
}

/** Tells open pages and the caches of public pages that a film moved on. */
export function signalFilm({ signals }: Pick<FilmResources, 'signals'>, film: { id: string; version: bigint }): void {
  signals.publish(`film:${film.id}`, film.version);
}
