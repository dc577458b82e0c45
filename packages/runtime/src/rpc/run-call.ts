import { Code, ConnectError } from '@connectrpc/connect';
import type { Access } from '@marquee/contracts/access';
import { Audience } from '@marquee/contracts/access';
import { isRead } from '@marquee/contracts/idempotency';
import { type Clock, systemClock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { RateLimits } from '../rate-limits.ts';
import { methodName } from '../telemetry/observe-call.ts';
import { type Authentication, authenticate } from './authenticate.ts';
import type { MethodCodec } from './codec.ts';
import { enforceAccess, enforceRate, isUncounted } from './enforce-access.ts';
import type { ServerCall } from './server-call.ts';
import { refusalOf } from './status.ts';

/** What all calls of a server share. */
export type Gate = Authentication & {
  log: Logger;
  clock?: Clock | undefined;
  rateLimits?: RateLimits | undefined;
};

/** Authenticates and applies the method's policy, before anything of the request is read. */
export function admit(call: ServerCall, access: Access, gate: Gate): Promise<void> | undefined {
  authenticate(call, access.audience === Audience.SERVICE, gate);
  enforceAccess(access, call.viewer, call.caller, (gate.clock ?? systemClock).now(), !isRead(call.method));
  if (!gate.rateLimits || isUncounted(call.viewer, call.caller)) return undefined;
  return enforceRate(gate.rateLimits, access, call.viewer, call.client.ip);
}

/** The request's message. @throws ConnectError INVALID_ARGUMENT when the bytes are none */
export function decodeRequest(codec: MethodCodec, bytes: Uint8Array): object {
  try {
    return codec.decodeRequest(bytes);
  } catch (cause) {
    throw new ConnectError('the request could not be read', Code.InvalidArgument, undefined, undefined, cause);
  }
}

/** Turns what a handler threw into what leaves, and logs it: refusals as such, the unforeseen with its cause. */
export function refuse(call: ServerCall, error: unknown): ConnectError {
  if (call.cancelled) return new ConnectError('the call was canceled', Code.Canceled);
  const { refusal, expected } = refusalOf(error);
  const fields = { method: methodName(call.method), code: Code[refusal.code] };
  if (!expected) call.log.error({ ...fields, err: error }, 'a call failed');
  else if (error instanceof DomainError) {
    const cause = error.cause === undefined ? {} : { err: error.cause };
    call.log.info(
      { ...fields, reason: error.reason, fields: error.fields.map((f) => f.field), ...cause },
      'a call was refused',
    );
  } else call.log.info({ ...fields, err: error }, 'a call was refused');
  return refusal;
}
