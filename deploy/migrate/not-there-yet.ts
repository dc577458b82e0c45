/**
 * Codes of a database that is not available yet. Of the network: refused, unknown host, unreachable, timeout, reset. Of
 * PostgreSQL: starting, stopping, too many connections, and, until an operator has created them, no such database, no
 * such role, or no password yet.
 */
const CODES = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '53300', '3D000', '28000', '28P01'],
]);
/** Messages of pg without a code: the server accepted a connection, and did not answer or closed it. */
const WITHOUT_CODE = /^(timeout expired$|Connection terminated\b)/;

/** Whether to retry a failed migration, because the database was not available. */
export function isNotThereYet(error: object): boolean {
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown };
  if (code !== undefined) return CODES.has(String(code));
  // The name has several addresses, and none answered.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isNotThereYet);
  return WITHOUT_CODE.test(String(message));
}
