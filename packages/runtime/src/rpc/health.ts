import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  Health,
  type HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '@marquee/contracts/grpc/health/v1/health_pb';
import { type Implementation, implement } from './implement.ts';

/** Whether a server takes calls. */
export type ServerHealth = {
  readonly serving: boolean;
  /** Tells orchestrators to send calls, or not to. */
  setServing(serving: boolean): void;
};

/** grpc.health.v1 for a whole server and for each service on it. */
export function createHealth(serviceNames: readonly string[]): {
  health: ServerHealth;
  implementation: Implementation;
} {
  const known = new Set(['', ...serviceNames]);
  const watchers = new Set<() => void>();
  let serving = false;
  const current = (): MessageInitShape<typeof HealthCheckResponseSchema> => ({
    status: serving ? Status.SERVING : Status.NOT_SERVING,
  });

  const implementation = implement(Health, {
    async check({ service }) {
      if (!known.has(service)) throw new ConnectError('unknown service', Code.NotFound);
      return current();
    },
    async *watch({ service }, { signal }) {
      if (!known.has(service)) {
        yield { status: Status.SERVICE_UNKNOWN };
        return;
      }
      while (!signal.aborted) {
        const seen = serving;
        yield current();
        if (seen === serving) await change(watchers, signal);
      }
    },
  });

  return {
    implementation,
    health: {
      get serving() {
        return serving;
      },
      setServing(value) {
        if (serving === value) return;
        serving = value;
        for (const wake of [...watchers]) wake();
      },
    },
  };
}

function change(watchers: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      watchers.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    watchers.add(wake);
    signal.addEventListener('abort', wake);
  });
}
