import { isNotFound } from '@marquee/contracts/refusals';

/**
 * The answer to a call about something by its id; undefined when the callee answers NOT_FOUND, or INVALID_ARGUMENT
 * because the id cannot be one. All other errors pass through.
 */
export async function ifFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
