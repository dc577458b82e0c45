import { Code, ConnectError } from '@connectrpc/connect';
import { errorDetail } from './error-detail.ts';
import { type Refusal, unknownRefusal } from './refusal.ts';

/** Reads a refusal out of what a call threw. Texts that are not meant for a viewer are left out. */
export function refusalOf(thrown: unknown): Refusal {
  if (!(thrown instanceof ConnectError)) return unknownRefusal;
  const code = Code[thrown.code] as keyof typeof Code;
  return { ...unknownRefusal, ...errorDetail(thrown), code };
}

/** True when what was asked for does not exist: NOT_FOUND, or INVALID_ARGUMENT because the id cannot be one. */
export function isNotFound(thrown: unknown): boolean {
  const { code } = ConnectError.from(thrown);
  return code === Code.NotFound || code === Code.InvalidArgument;
}
