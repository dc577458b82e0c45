import { AsyncLocalStorage } from 'node:async_hooks';

/** A running transaction; `resource` is what it holds a connection of. */
type Scope = { resources: ReadonlySet<object>; open: boolean };

const scopes = new AsyncLocalStorage<Scope>();

/** Thrown when code in a transaction asks for a second connection or makes a remote call. */
export class InsideTransactionError extends Error {
  constructor() {
    super('A transaction uses one connection: use its tx, and make no other query or remote call inside it.');
    this.name = 'InsideTransactionError';
  }
}

/** Runs the work as inside a transaction that holds a connection of `resource`. */
export async function runInTransaction<T>(resource: object, work: () => Promise<T>): Promise<T> {
  const outer = scopes.getStore();
  const scope: Scope = { resources: new Set([...(outer?.open ? outer.resources : []), resource]), open: true };
  try {
    return await scopes.run(scope, async () => await work());
  } finally {
    // Work that was started inside and continues after the transaction is outside.
    scope.open = false;
  }
}

/** True while the caller is inside a transaction: of this resource, or of any. */
export function inTransaction(resource?: object): boolean {
  const scope = scopes.getStore();
  return scope?.open === true && (resource === undefined || scope.resources.has(resource));
}

/** @throws InsideTransactionError while the caller is inside a transaction: of this resource, or of any */
export function refuseInTransaction(resource?: object): void {
  if (inTransaction(resource)) throw new InsideTransactionError();
}
