/**
 * Codes of a database that is not there yet. Of the network: refused, unknown, unreachable, silent, cut off. Of
 * PostgreSQL: starting or going down, too many connections, and, while an operator still makes role and database, no
 * such database, no such role, and a password that is not set yet.
 */
const CODES = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '53300', '3D000', '28000', '28P01'],
]);
/** What pg says of a server that takes a connection and is silent, or ends it; it has no code for them. */
const WITHOUT_CODE = /^(timeout expired$|Connection terminated\b)/;

/** Whether a failed migration is to be tried again: nothing was wrong with it but where it was to run. */
export function isNotThereYet(error: object): boolean {
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown };
  if (code !== undefined) return CODES.has(String(code));
  // Several addresses of one name, none of which answered.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isNotThereYet);
  return WITHOUT_CODE.test(String(message));
}
