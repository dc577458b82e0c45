import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { services } from '../services.ts';
import { hostOf, type ProcessName, type Replica, type ScaledSite } from './processes.ts';

/** How long a pod has been ready before an old one is asked to leave, and how long that takes to get around. */
const READY_FOR_MS = 1_000;
const TOLD_AFTER_MS = 300;

export const nameOf = (service: string) => `${service}.marquee.svc`;

/** Who may be sent work, as the cluster tells it: by name to services, by list to whoever balances browsers. */
export type Endpoints = {
  readonly hosts: (name: ProcessName) => readonly string[];
  add(replica: Replica): void;
  remove(replica: Replica): void;
};

export function createEndpoints(file: string): Endpoints {
  const replicas = new Set<Replica>();
  const hosts = (name: string) => [...replicas].filter((replica) => replica.split('@')[0] === name).map(hostOf);
  const looked = services.filter(({ hasRpc }) => hasRpc).map(({ name }) => name);
  const tell = () => {
    // Whole or not at all: it is read meanwhile.
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(looked.map((name) => [nameOf(name), hosts(name)]))));
    renameSync(`${file}.new`, file);
  };
  tell();
  return {
    hosts,
    add(replica) {
      replicas.add(replica);
      tell();
    },
    remove(replica) {
      replicas.delete(replica);
      tell();
    },
  };
}

/** Starts a replica as a Deployment does: it is told of once it is ready. */
export async function join(site: ScaledSite, endpoints: Endpoints, replica: Replica): Promise<void> {
  site.start(replica);
  await site.untilReady([replica]);
  endpoints.add(replica);
}

/**
 * Replaces a replica as a Deployment with maxSurge 1 and maxUnavailable 0 does: the new one is ready for a while before
 * the old one gets SIGTERM, which others hear of a little later. Gives the old one's exit code.
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
  await delay(TOLD_AFTER_MS);
  endpoints.remove(old);
  return ended;
}
