import type { Service } from '@marquee/service/define-service';
import { addressVariable, databaseVariable, httpUrlVariable, variableName } from '@marquee/service/process-config';
import { secretsOf } from '@marquee/service/secret';
import { z } from 'zod';
import { databasesOf } from '../databases.ts';
import { entryOf, httpPortOf, releasedCallsHttp, resourcesOf } from './chart-values.ts';
import { type Data, flowText, yamlText } from './yaml-text.ts';

const RPC_PORT = 50051;
const SECRETS = '/run/marquee';
const PIDS_MAX = 512;
/** Settings of the site in compose, with their defaults. */
const SETTINGS: Readonly<Record<string, string>> = {
  PUBLIC_URL: given('PUBLIC_URL', 'http://localhost:8080'),
  SMTP_URL: given('SMTP_URL', 'smtp://mailpit:1025'),
  MAIL_FROM: given('MAIL_FROM', 'Marquee <no-reply@marquee.example>'),
  TRUSTED_PROXIES: '1',
};

/** A variable of the environment that compose is started in, with a default. */
function given(name: string, otherwise: string): string {
  return `\${${name}:-${otherwise}}`;
}

/** The containers of a service: the public one has two, so that one can be replaced. */
export function containersOf({ name, release }: Pick<Service, 'name' | 'release'>): string[] {
  return release.isPublic ? [`${name}-1`, `${name}-2`] : [name];
}

/** The processes among the services of docker-compose.yml. */
export function processesText(services: readonly Service[]): string {
  return services.map((service) => processText(service, services)).join('\n\n');
}

function processText(service: Service, services: readonly Service[]): string {
  const [first, ...others] = containersOf(service);
  const { name, uses } = service;
  const bases = uses.includes('blobs') ? '[*environment, *bucket]' : '*environment';
  return [
    `${first}:${others.length > 0 ? ` &${name}` : ''}`,
    '  <<: *process',
    `  command: [${entryOf(service)}]`,
    `  networks: ${flowText(networksOf(service))}`,
    '  environment:',
    `    <<: ${bases}`,
    ...yamlText(environmentOf(service, services)).split('\n').filter(Boolean).map(indentedBy(4)),
    '  volumes:',
    '    - *public-keys',
    `    - { type: volume, source: secrets, target: ${SECRETS}, read_only: true, volume: { subpath: ${name} } }`,
    ...volumesOf(service).map((volume) => `    - ${volume}:/${volume.split('-').at(-1)}`),
    '  depends_on:',
    `    <<: ${uses.includes('blobs') ? '*needs-objects' : '*needs'}`,
    ...neededBy(service).map((other) => `    ${other}: { condition: service_healthy }`),
    `  deploy: { resources: { limits: ${limitsText(service)} } }`,
    ...others.map((other) => `${other}: *${name}`),
  ].join('\n');
}

const indentedBy = (spaces: number) => (line: string) => ' '.repeat(spaces) + line;

function networksOf(service: Service): string[] {
  const { database, uses, release } = service;
  return [
    ...(release.isPublic || release.isBehindEdge ? ['edge'] : []),
    'services',
    ...(database ? ['databases'] : []),
    ...['bus', 'cache'],
    ...(uses.includes('blobs') ? ['objects'] : []),
    ...(uses.includes('mail') ? ['mail'] : []),
    ...(uses.includes('push') ? ['push'] : []),
    ...(uses.includes('scanner') ? ['scanner'] : []),
    'telemetry',
  ];
}

function environmentOf(service: Service, services: readonly Service[]): Record<string, Data> {
  const { calls, config, database, http, release } = service;
  const file = (variable: string) => [`${variable}_FILE`, `${SECRETS}/${variable}`];
  const port = httpPortOf(service);
  const portOf = (callee: string) => services.filter(({ name }) => name === callee).map(httpPortOf)[0];
  const callsHttp = releasedCallsHttp(service, services);
  const settings = Object.entries(SETTINGS).filter(([name]) => name in config.shape);
  const adjustable = (release.adjustable ?? []).map((name) => [name, given(name, defaultOf(config, name))]);
  return Object.fromEntries([
    ...calls.map((callee) => [addressVariable(callee), `${callee}:${RPC_PORT}`]),
    ...callsHttp.map((callee) => [httpUrlVariable(callee), `http://${callee}:${portOf(callee)}`]),
    ...(database ? [file(databaseVariable(database.name))] : []),
    ...Object.keys(secretsOf(config)).map(file),
    ...(http && port !== undefined ? [[http.port, String(port)]] : []),
    ...settings,
    ...adjustable,
    ...Object.entries(release.environment ?? {}),
  ]);
}

function defaultOf({ shape }: z.ZodObject, name: string): string {
  const schema = shape[name];
  if (!schema) throw new Error(`${name} is adjustable and no variable of its service`);
  const { default: value = '' } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return String(value);
}

/** Volumes of its own, by the folder that each is mounted at. */
function volumesOf({ name, release }: Service): string[] {
  return release.scratch ? [`${name}-scratch`, `${name}-data`] : [];
}

/** The public service starts after those that it calls. All others wait for each other themselves. */
function neededBy({ calls, uses, release }: Service): string[] {
  return [...(uses.includes('mail') ? ['mailpit'] : []), ...(release.isPublic ? calls : [])];
}

function limitsText(service: Service): string {
  const { cpu, memory } = resourcesOf(service).limits;
  const cpus = given(`${variableName(service.name)}_CPUS`, cpu);
  return flowText({ cpus, memory: memory.replace(/i$/, ''), pids: PIDS_MAX });
}

/** The containers that the edge starts after. */
export function edgeNeedsText(services: readonly Service[]): string {
  const entrances = services.filter(({ release }) => release.isPublic).flatMap(containersOf);
  return entrances.map((name) => `${name}: { condition: service_healthy }`).join('\n');
}

/** The environment of the migrations. */
export function migrationsText(services: readonly Service[]): string {
  const variables = databasesOf(services).map(({ name }) => databaseVariable(name));
  return variables.map((variable) => `${variable}_FILE: ${SECRETS}/${variable}`).join('\n');
}

/** The volumes of processes. */
export function volumesText(services: readonly Service[]): string {
  return services
    .flatMap(volumesOf)
    .map((volume) => `${volume}: {}`)
    .join('\n');
}

/** The loop over databases in the script that creates them. */
export function databaseLoopText(services: readonly Service[]): string {
  return `for name in ${databasesOf(services)
    .map(({ name }) => name)
    .join(' ')}; do`;
}

/** The upstreams of the edge, by the names of services. */
export function upstreamsText(services: readonly Service[]): string {
  return services
    .filter(({ release }) => release.isPublic || release.isBehindEdge)
    .map((service) => {
      const containers = containersOf(service);
      const addressOf = (container: string) => `${container}:${httpPortOf(service)}`;
      return [
        `upstream ${service.name} {`,
        `  zone ${service.name} 64k;`,
        ...(containers.length > 1 ? ['  least_conn;'] : []),
        ...(containers.length > 1
          ? [
              ...containers.map((container) => `  server ${addressOf(container)} resolve max_fails=2 fail_timeout=3s;`),
              '  # Where all have failed, as when they cut the requests of one client who sends too slowly, they are asked all the same.',
              ...containers.map((container) => `  server ${addressOf(container)} resolve backup max_fails=0;`),
            ]
          : containers.map((container) => `  server ${addressOf(container)} resolve max_fails=0;`)),
        '  keepalive 64;',
        '  # Processes close a connection after 72 s without a request: close it earlier.',
        '  keepalive_timeout 60s;',
        '}',
      ].join('\n');
    })
    .join('\n\n');
}
