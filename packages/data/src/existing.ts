/**
 * The row of a statement that always gives one, such as `INSERT … RETURNING`, or the read of what was just written.
 *
 * @param what names the row in the error, such as `the subscription`
 * @throws Error where there is none: the code or the database is wrong, not the request
 */
export function existing<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new Error(`${what} has no row`);
  return row;
}
