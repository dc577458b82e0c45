import type { DescService } from '@bufbuild/protobuf';
import { isIdempotent } from '@marquee/contracts/idempotency';

const ATTEMPTS_MAX = 3;

/**
 * gRPC's service config for one service: methods that are idempotent by contract are tried up to three times while
 * the callee is UNAVAILABLE or resets the call, within the call's deadline. Nothing else is ever tried again.
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
    // INTERNAL is a stream that was reset: a service's own INTERNAL comes after headers, and these commit the call.
    retryableStatusCodes: ['UNAVAILABLE', 'INTERNAL'],
  };
  return JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: names.length > 0 ? [{ name: names, retryPolicy }] : [],
    // While many calls fail, none is tried again: retries must not make an outage worse.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
  });
}
