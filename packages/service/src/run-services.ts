import type { Service } from './define-service.ts';
import type { Platform, RunningService } from './platform.ts';

/** A service of a process, with what it starts on. */
export type Member = { service: Service; config: unknown; platform: Platform };

export type RunningServices = {
  get(name: string): RunningService | undefined;
  /** Asks callers to connect to other replicas, and keeps serving. */
  leave(): void;
  /** Ends all. @throws the first failure, once all have been tried */
  drain(): Promise<void>;
};

/**
 * Starts any grouping of services in this process, on databases that are migrated: first those that others of the group
 * call, all at once, then those that nobody calls. They end in the opposite order, since a call that still runs needs
 * its callee. When one cannot start, those that have are ended.
 */
export async function runServices(members: readonly Member[]): Promise<RunningServices> {
  const called = new Set(members.flatMap(({ service }) => [...service.calls, ...service.callsHttp]));
  const isCalled = ({ service }: Member) => called.has(service.name);
  const groups = [members.filter(isCalled), members.filter((member) => !isCalled(member))];
  const started: RunningService[][] = [];

  const drain = async () => {
    const failures: unknown[] = [];
    for (let group = started.pop(); group; group = started.pop()) {
      const drained = await Promise.allSettled(group.map((service) => service.drain()));
      for (const result of drained) if (result.status === 'rejected') failures.push(result.reason);
    }
    if (failures.length > 0) throw failures[0];
  };

  for (const group of groups) {
    const starting = await Promise.allSettled(
      group.map(({ service, config, platform }) => service.start(config as never, platform)),
    );
    started.push(starting.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    const failed = starting.find((result) => result.status === 'rejected');
    if (!failed) continue;
    await drain().catch(() => {});
    throw failed.reason;
  }
  const running = started.flat();
  return {
    get: (name) => running.find((service) => service.name === name),
    leave() {
      for (const service of running) service.leave();
    },
    drain,
  };
}
