import { POOL_CONNECTIONS } from '@marquee/data/database';
import { BUS_CONNECTIONS } from '@marquee/events/postgres-log-bus';
import type { Service } from '@marquee/service/define-service';
import type { Size } from '@marquee/service/release-settings';
import { busDatabase, databasesOf } from '../databases.ts';
import { inCluster } from './chart-values.ts';
import { type Data, flowText, yamlText } from './yaml-text.ts';

// A service on one small node, unless it declares another size.
const SMALL = {
  heapMegabytes: 128,
  resources: {
    requests: { cpu: '50m', memory: '192Mi' },
    limits: { cpu: '1', memory: '384Mi' },
  },
};
const PREMIERE_AUTOSCALING = { enabled: true, minReplicas: 2, maxReplicas: 6 };
// Of the pool, the relay, the watch of the database and its counts.
const CONNECTIONS_OF_PROCESS = POOL_CONNECTIONS + 3;
// An upgrade starts the new process before the old one ends. The migrations take one connection; two are for people.
const PROCESSES_AT_ONCE = 2;
const OTHER_CONNECTIONS = 3;
const SUPERUSER_CONNECTIONS = 3;
// max_connections of examples/cloudnative-pg.yaml, less the same.
const PREMIERE_CONNECTIONS_MAX = 297;

/** `databases` of a premiere: as many connections as its clusters allow. */
export function premiereDatabases(services: readonly Service[]): Record<string, Data> {
  const ofEach = { connectionsMax: PREMIERE_CONNECTIONS_MAX };
  return Object.fromEntries(databasesOf(services).map(({ name }) => [name, ofEach]));
}

/** `services` of a premiere. */
export function premiereServices(services: readonly Service[]): Record<string, Data> {
  return Object.fromEntries(
    services.map((service) => {
      const { autoscaling: _, ...size } = service.release.premiere ?? {};
      return [service.name, { autoscaling: premiereAutoscaling(service), ...sizeValues(size) }];
    }),
  );
}

function premiereAutoscaling({ release }: Service) {
  return { ...PREMIERE_AUTOSCALING, ...release.premiere?.autoscaling };
}

/** How many of each service a premiere has at least. */
export function premiereReplicas(services: readonly Service[]): [name: string, replicas: number][] {
  return services.map((service) => [service.name, premiereAutoscaling(service).minReplicas]);
}

/** `services` of one small node. */
export function smallServices(services: readonly Service[]): Record<string, Data> {
  return Object.fromEntries(
    services.map(({ name, release: { small } }) => [name, { replicas: 1, ...sizeValues({ ...SMALL, ...small }) }]),
  );
}

function sizeValues({ environment, ...size }: Size): Record<string, Data | undefined> {
  return { ...size, env: environment };
}

/** `databases` of one small node: all in one PostgreSQL, that of the events as well. */
export function smallDatabases(services: readonly Service[]): Record<string, Data> {
  const { to } = inCluster('marquee-postgres');
  return Object.fromEntries(
    smallRoles(services).map(({ name, connectionLimit: connectionsMax }) => [
      name,
      { secret: 'marquee-database', key: name, port: 5432, connectionsMax, to },
    ]),
  );
}

type Role = { name: string; connectionLimit: number };

/** The roles of the PostgreSQL of one small node, each with the connections that it needs during an upgrade. */
function smallRoles(services: readonly Service[]): Role[] {
  const needed = (processes: number, ofEach: number) => processes * PROCESSES_AT_ONCE * ofEach + OTHER_CONNECTIONS;
  const roles = databasesOf(services).map(({ name }) => {
    const processes = services.filter(({ database }) => database?.name === name).length;
    return { name, connectionLimit: needed(processes, CONNECTIONS_OF_PROCESS) };
  });
  return [...roles, { name: busDatabase.name, connectionLimit: needed(services.length, BUS_CONNECTIONS) }];
}

/** `databases` after a restore: what differs while its clusters are in use. */
export function restoredDatabases(services: readonly Service[]): Record<string, Data> {
  return Object.fromEntries(databasesOf(services).map(({ name }) => [name, inCluster(`marquee-${name}-restored`)]));
}

/** The part of examples/cloudnative-pg-small.yaml that makes the roles. */
export function rolesText(services: readonly Service[]): string {
  const role = ({ name, connectionLimit }: Role) =>
    flowText({ name, login: true, connectionLimit, passwordSecret: { name: `marquee-role-${name}` } });
  return ['roles:', ...smallRoles(services).map((each) => `  - ${role(each)}`)].join('\n');
}

/** `max_connections` of that PostgreSQL. */
export function maxConnectionsText(services: readonly Service[]): string {
  const wanted = smallRoles(services).reduce((sum, { connectionLimit }) => sum + connectionLimit, 0);
  return yamlText({ max_connections: String(Math.ceil((wanted + SUPERUSER_CONNECTIONS) / 10) * 10) });
}

/** The objects that make its databases. */
export function smallDatabasesText(services: readonly Service[]): string {
  const objects = smallRoles(services).map(({ name }) =>
    [
      '---',
      'apiVersion: postgresql.cnpg.io/v1',
      'kind: Database',
      'metadata:',
      `  name: marquee-${name}`,
      `spec: ${flowText({ name, owner: name, cluster: { name: 'marquee-postgres' } })}`,
    ].join('\n'),
  );
  return objects.join('\n');
}
