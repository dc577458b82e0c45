import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { services } from '../../services.ts';
import { hostOf, type ProcessName, type Replica, type ScaledSite } from '../processes.ts';

/** How long a pod is ready before an old one is stopped, and how long until clients learn that it stops. */
const READY_FOR_MS = 1_000;
const PUBLISHED_AFTER_MS = 300;

export const nameOf = (service: string) => `${service}.marquee.svc`;

/** The replicas that are ready, as a cluster publishes them: to services by name, to the Ingress as a list. */
export type Endpoints = {
  readonly hosts: (name: ProcessName) => readonly string[];
  add(replica: Replica): void;
  remove(replica: Replica): void;
};

export function createEndpoints(file: string): Endpoints {
  const replicas = new Set<Replica>();
  const hosts = (name: string) => [...replicas].filter((replica) => replica.split('@')[0] === name).map(hostOf);
  const published = services.filter(({ hasRpc }) => hasRpc).map(({ name }) => name);
  const publish = () => {
    // Renamed, since processes may read the file at any time.
    writeFileSync(
      `${file}.new`,
      JSON.stringify(Object.fromEntries(published.map((name) => [nameOf(name), hosts(name)]))),
    );
    renameSync(`${file}.new`, file);
  };
  publish();
  return {
    hosts,
    add(replica) {
      replicas.add(replica);
      publish();
    },
    remove(replica) {
      replicas.delete(replica);
      publish();
    },
  };
}

/** Starts a replica as a Deployment does: it is published once it is ready. */
export async function join(site: ScaledSite, endpoints: Endpoints, replica: Replica): Promise<void> {
  site.start(replica);
  await site.untilReady([replica]);
  endpoints.add(replica);
}

/**
 * Replaces a replica as a Deployment with maxSurge 1 and maxUnavailable 0 does: the new one is ready for a while before
 * the old one gets SIGTERM, and clients learn of that a little later. Returns the exit code of the old one.
 */
export async function replace(
  site: ScaledSite,
  endpoints: Endpoints,
  old: Replica,
  next: Replica,
): Promise<number | null> {
  await join(site, endpoints, next);
  await delay(READY_FOR_MS);
  const ended = site.end(old);
  await delay(PUBLISHED_AFTER_MS);
  endpoints.remove(old);
  return ended;
}
