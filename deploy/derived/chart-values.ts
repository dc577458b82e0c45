import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Component, Service } from '@marquee/service/define-service';
import { secretsOf } from '@marquee/service/secret';
import { databasesOf } from '../databases.ts';
import type { Data } from './yaml-text.ts';

const root = new URL('../../', import.meta.url);

/** What the chart calls the components. */
export const CHART_COMPONENTS: Readonly<Record<Component, string>> = {
  blobs: 's3',
  mail: 'smtp',
  push: 'push',
  scanner: 'scanner',
};
/** Settings of a release, and paths, which a process gets if its configuration has them. */
export const RELEASE_SETTINGS: readonly string[] = [
  'PUBLIC_URL',
  'MAIL_FROM',
  'TRUSTED_PROXIES',
  'SCRATCH_DIR',
  'UPLOADS_DIR',
];
const HTTP_PORT = 8080;
const HEAP_MEGABYTES = 320;
const REPLICAS = 2;
const REQUESTS = { cpu: '200m', memory: '320Mi', 'ephemeral-storage': '64Mi' };
const LIMITS = { cpu: '2', memory: '512Mi', 'ephemeral-storage': '256Mi' };
const AUTOSCALING = { enabled: false, minReplicas: 2, maxReplicas: 4, cpuPercent: 70 };
// What a PostgreSQL allows by default, less what it keeps for its superuser.
const CONNECTIONS_MAX = 97;

/** The module of a process, from the root of the repository. */
export function entryOf({ entry }: Pick<Service, 'entry'>): string {
  return relative(fileURLToPath(root), fileURLToPath(entry));
}

/** The port of its HTTP in a release; undefined where a release has none. */
export function httpPortOf({ http, release }: Service): number | undefined {
  return http && !http.isForDevelopment ? (release.httpPort ?? HTTP_PORT) : undefined;
}

/** The services whose HTTP it calls in a release. */
export function releasedCallsHttp({ callsHttp }: Service, services: readonly Service[]): string[] {
  const serving = services.filter((service) => httpPortOf(service) !== undefined).map(({ name }) => name);
  return callsHttp.filter((name) => serving.includes(name));
}

/** The requests and limits of its container. */
export function resourcesOf({ release: { resources } }: Service) {
  return { requests: { ...REQUESTS, ...resources?.requests }, limits: { ...LIMITS, ...resources?.limits } };
}

/** The settings of a release that its configuration has. */
export function settingsOf({ config }: Service): string[] {
  return RELEASE_SETTINGS.filter((name) => name in config.shape);
}

/** `services` of the chart's values. */
export function serviceValues(services: readonly Service[]): Record<string, Data> {
  return Object.fromEntries(services.map((service) => [service.name, valuesOf(service, services)]));
}

function valuesOf(service: Service, services: readonly Service[]): Data {
  const { calls, uses, hasRpc, http, release } = service;
  const httpPort = httpPortOf(service);
  return {
    entry: entryOf(service),
    database: service.database?.name,
    keys: ['SERVICE_SIGNING_KEY', ...Object.keys(secretsOf(service.config))],
    calls,
    callsHttp: orNothing(releasedCallsHttp(service, services)),
    uses: orNothing(uses.map((component) => CHART_COMPONENTS[component])),
    settings: orNothing(settingsOf(service)),
    rpc: hasRpc || undefined,
    httpPort,
    httpVariable: httpPort === undefined ? undefined : http?.port,
    public: release.isPublic,
    behindEdge: release.isBehindEdge,
    scratch: release.scratch && { size: release.scratch.size, storageClass: '' },
    env: release.environment,
    replicas: release.replicas ?? REPLICAS,
    heapMegabytes: release.heapMegabytes ?? HEAP_MEGABYTES,
    resources: resourcesOf(service),
    autoscaling: autoscalingOf(service),
  };
}

function autoscalingOf({ name, topics, release }: Service): Data {
  const { lagMessages, scaleDown, ...settings } = release.autoscaling ?? {};
  const lag = topics.length > 0 && lagMessages ? { group: name, topics, messages: lagMessages } : undefined;
  return { ...AUTOSCALING, ...settings, lag, scaleDown: scaleDown as Data | undefined };
}

function orNothing(names: readonly string[]): readonly string[] | undefined {
  return names.length > 0 ? names : undefined;
}

/** `databases` of the chart's values: each in a cluster of its own. */
export function databaseValues(services: readonly Service[]): Record<string, Data> {
  return Object.fromEntries(
    databasesOf(services).map(({ name }) => {
      const { secret, to } = inCluster(`marquee-${name}`);
      return [name, { secret, key: 'uri', port: 5432, connectionsMax: CONNECTIONS_MAX, to }];
    }),
  );
}

/** The Secret that the operator creates for a cluster, and the labels of its pods. */
export function inCluster(cluster: string) {
  return { secret: `${cluster}-app`, to: [{ podSelector: { matchLabels: { 'cnpg.io/cluster': cluster } } }] };
}
