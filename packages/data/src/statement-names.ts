export type StatementNames = {
  /** The name under which a statement is prepared now. */
  current(name: string): string;
  /** Has a statement prepared again, under another name, unless it has been since `refused` was its name. */
  renew(name: string, refused: string): void;
};

/**
 * Names of the prepared statements of one pool. When a migration changes the columns that a statement returns, such as
 * those of `SELECT *`, PostgreSQL refuses it on every connection that has prepared it, for as long as the connection
 * lives. Under a new name each connection prepares it again.
 */
export function createStatementNames(): StatementNames {
  const renewals = new Map<string, number>();
  const current = (name: string) => {
    const count = renewals.get(name);
    return count === undefined ? name : `${name}~${count}`;
  };
  return {
    current,
    renew(name, refused) {
      if (current(name) === refused) renewals.set(name, (renewals.get(name) ?? 0) + 1);
    },
  };
}
