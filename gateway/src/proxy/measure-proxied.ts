import { CALL_SECONDS, histogram, isMeasuring, secondsSince } from '@marquee/runtime/telemetry/instruments';
import { codeName } from '@marquee/runtime/telemetry/observe-call';

/** Counts how a call of a browser ended, by gRPC code, once. */
export type Proxied = (code: number) => void;

const proxySeconds = histogram(
  'marquee_proxy_seconds',
  'Calls of browsers passed on, by method and code',
  CALL_SECONDS,
);
const unmeasured: Proxied = () => {};

/** Starts measuring a call of a browser. `method` is a method of a contract, or `other`. */
export function measureProxied(method: string | undefined): Proxied {
  if (!isMeasuring()) return unmeasured;
  const startedAt = performance.now();
  let ended = false;
  return (code) => {
    if (ended) return;
    ended = true;
    proxySeconds.record(secondsSince(startedAt), { method: method ?? 'other', code: codeName(code) });
  };
}
