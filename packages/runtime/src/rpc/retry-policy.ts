import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt';

const ATTEMPTS_MAX = 3;

/** True when calling twice does what calling once does. */
export function isIdempotent(method: DescMethod): boolean {
  return method.idempotency === Idempotency.NO_SIDE_EFFECTS || method.idempotency === Idempotency.IDEMPOTENT;
}

/**
 * gRPC's service config for one service: methods that are idempotent by contract are tried up to three times while
 * the callee is UNAVAILABLE, within the call's deadline. Nothing else is ever tried again.
 */
export function serviceConfigOf(service: DescService): string {
  const names = service.methods
    .filter((method) => isIdempotent(method) && method.methodKind === 'unary')
    .map((method) => ({ service: service.typeName, method: method.name }));
  const retryPolicy = {
    maxAttempts: ATTEMPTS_MAX,
    initialBackoff: '0.05s',
    maxBackoff: '0.5s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  return JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: names.length > 0 ? [{ name: names, retryPolicy }] : [],
    // While many calls fail, none is tried again: retries must not make an outage worse.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
  });
}
