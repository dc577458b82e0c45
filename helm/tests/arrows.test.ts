// @requires helm

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filmConfigSchema } from '@marquee/film/config';
import { startFilm } from '@marquee/film/service';
import { gatewayConfig } from '@marquee/gateway/config';
import { startGateway } from '@marquee/gateway/service';
import { configSchema as identityConfig } from '@marquee/identity/config';
import { startIdentity } from '@marquee/identity/service';
import { configSchema as mediaConfig } from '@marquee/media/config';
import { startMedia, startMediaWorker } from '@marquee/media/service';
import { configSchema as notificationConfig } from '@marquee/notification/config';
import { startNotification } from '@marquee/notification/service';
import { loadConfig } from '@marquee/runtime/config';
import type { Platform, ServiceName } from '@marquee/service/platform';
import { atEnd } from '@marquee/testing/cleanup';
import { testPlatform } from '@marquee/testing/test-platform';
import type { z } from 'zod';
import { componentOf, type KubernetesObject, rendered } from './testing/helm.ts';
import { processesOfCode } from './testing/processes-of-code.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const RPC = 50_051;
const TEST_MS_MAX = 120_000;

type Started = { drain(): Promise<void> };
type Start = (platform: Platform, dir: string) => Promise<Started>;

const mediaSettings = (dir: string) => ({
  PLAYBACK_KEYS: `k1:${SECRET}`,
  CURSOR_KEY: SECRET,
  UPLOADS_DIR: join(dir, 'uploads'),
  SCRATCH_DIR: join(dir, 'scratch'),
  TRANSCODE_WORKER: '0',
  PATH: process.env.PATH,
});

/** Each process as its main.ts starts it. */
const starts: Record<string, { schema: z.ZodObject; start: Start }> = {
  identity: {
    schema: identityConfig,
    start: (platform) => {
      const keys = { CHALLENGE_KEY: SECRET, CHALLENGE_HASH_KEY: SECRET, CURSOR_KEY: SECRET };
      const pem = platform.serviceKey.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
      return startIdentity(loadConfig(identityConfig, { ...keys, VIEWER_SIGNING_KEY: pem }), platform);
    },
  },
  film: {
    schema: filmConfigSchema,
    start: (platform) => startFilm(loadConfig(filmConfigSchema, { FILM_SECRET: SECRET }), platform),
  },
  notification: {
    schema: notificationConfig,
    start: (platform) =>
      startNotification(
        loadConfig(notificationConfig, {
          PUBLIC_URL: 'http://localhost',
          CURSOR_KEY: SECRET,
          SMTP_URL: 'smtp://localhost',
        }),
        platform,
      ),
  },
  media: {
    schema: mediaConfig,
    start: (platform, dir) => startMedia(loadConfig(mediaConfig, mediaSettings(dir)), platform),
  },
  'media-worker': {
    schema: mediaConfig,
    start: (platform, dir) => startMediaWorker(loadConfig(mediaConfig, mediaSettings(dir)), platform),
  },
  gateway: {
    schema: gatewayConfig,
    start: async (platform, dir) => {
      await mkdir(join(dir, 'web', 'client'), { recursive: true });
      await mkdir(join(dir, 'web', 'server'), { recursive: true });
      await writeFile(
        join(dir, 'web', 'server', 'index.js'),
        'module.exports = { routes: {}, entry: { module: { createRequestHandler: () => () => undefined } }, assets: {}, publicPath: "/" };',
      );
      await writeFile(join(dir, 'web', 'index.html'), '');
      const settings = {
        PUBLIC_URL: 'http://localhost',
        PORT: '0',
        MEDIA_HTTP_URL: 'http://127.0.0.1:1',
        WEB_BUILD_DIR: join(dir, 'web'),
        ADMIN_BUILD_DIR: join(dir, 'web'),
      };
      return startGateway(loadConfig(gatewayConfig, settings), platform);
    },
  },
};

/** Whose address a process takes while it starts: each address that it takes becomes a client. */
async function calledByCode(name: string): Promise<string[]> {
  const { database } = processesOfCode().find((process) => process.name === name) ?? {};
  const platform = await testPlatform((database ?? 'identity') as ServiceName);
  const dir = await mkdtemp(join(tmpdir(), 'marquee-arrows-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const taken = new Set<string>();
  const addresses = new Proxy(platform.addresses, {
    get(target, callee) {
      if (callee in target) taken.add(String(callee));
      return Reflect.get(target, callee);
    },
  });
  const started = await starts[name]?.start({ ...platform, addresses }, dir);
  await started?.drain();
  return [...taken].sort();
}

const policyOf = (objects: KubernetesObject[], name: string): KubernetesObject => {
  const found = objects.find((object) => object.kind === 'NetworkPolicy' && componentOf(object) === name);
  if (!found) throw new Error(`no policy of ${name}`);
  return found;
};

type Rule = { to?: Peer[]; from?: Peer[]; ports: { port: number }[] };
type Peer = { podSelector?: { matchLabels?: Record<string, string> }; ipBlock?: { cidr: string } };

/** The processes of the release that rules name, as `name:port`. */
function named(rules: Rule[]): string[] {
  return rules
    .flatMap(({ to, from, ports }) =>
      (to ?? from ?? []).flatMap(({ podSelector }) => {
        const component = podSelector?.matchLabels?.['app.kubernetes.io/component'];
        return component ? ports.map(({ port }) => `${component}:${port}`) : [];
      }),
    )
    .sort();
}

const httpCalleesOf = (schema: z.ZodObject) =>
  Object.keys(schema.shape).flatMap((name) => {
    const service = /^(\w+)_HTTP_URL$/.exec(name)?.[1]?.toLowerCase();
    // The development inbox is no part of a release.
    return service && service !== 'inbox' ? [service] : [];
  });

test(
  'policies let each process reach those whose clients its code makes, and nobody else [SYS-02:chart]',
  async () => {
    const objects = rendered('premiere');
    const called = new Map<string, string[]>();
    for (const name of Object.keys(starts)) called.set(name, await calledByCode(name));
    // Told by what it is, so that an empty list is not a test that looked at nothing.
    expect(called.get('gateway')).toEqual(['film', 'identity', 'media', 'notification']);

    const incoming = new Map<string, string[]>();
    for (const [name, callees] of called) {
      const http = httpCalleesOf(starts[name]?.schema as z.ZodObject);
      const arrows = [...callees.map((callee) => `${callee}:${RPC}`), ...http.map((callee) => `${callee}:8080`)];
      expect([name, named(policyOf(objects, name).spec.egress)]).toEqual([name, arrows.sort()]);
      for (const arrow of arrows) {
        const [callee = '', port] = arrow.split(':');
        incoming.set(callee, [...(incoming.get(callee) ?? []), `${name}:${port}`]);
      }
    }
    incoming.set('gateway', ['edge:3000', 'test:3000']);
    incoming.set('media', [...(incoming.get('media') ?? []), 'edge:8080']);
    for (const name of Object.keys(starts)) {
      const rules: Rule[] = policyOf(objects, name).spec.ingress;
      expect([name, named(rules)]).toEqual([name, [...(incoming.get(name) ?? [])].sort()]);
    }
  },
  TEST_MS_MAX,
);

/** The components that a process's code opens, by the variables that it reads. */
function componentsOf(name: string): string[] {
  const { database } = processesOfCode().find((process) => process.name === name) ?? {};
  const variables = Object.keys(starts[name]?.schema.shape ?? {});
  // main.ts of media and its worker read the bucket's variables beside their own.
  const keepsBlobs = database === 'media';
  return [
    ...(database ? [`databases.${database}`] : []),
    'kafka',
    'redis',
    ...(keepsBlobs ? ['s3'] : []),
    ...(variables.includes('SMTP_URL') ? ['smtp'] : []),
    'telemetry',
  ].sort();
}

test('policies let each process reach the components that its code opens, and no other [SYS-02:chart]', () => {
  // Each component at a port of its own, by which a rule is known.
  const components = ['databases.identity', 'databases.film', 'databases.media', 'databases.notification'].concat([
    'kafka',
    'redis',
    's3',
    'smtp',
    'telemetry',
  ]);
  // `port` of these is that of their address, which is the default here.
  const behindServices = ['kafka', 's3', 'telemetry'];
  const ports = components.map(
    (component, index) => `${component}.${behindServices.includes(component) ? 'targetPort' : 'port'}=${7_001 + index}`,
  );
  const objects = rendered('premiere', ports);
  for (const name of Object.keys(starts)) {
    const rules: Rule[] = policyOf(objects, name).spec.egress;
    const reached = rules.flatMap(({ ports: allowed }) =>
      allowed.flatMap(({ port }) => components[port - 7_001] ?? []),
    );
    expect([name, reached.sort()]).toEqual([name, componentsOf(name)]);
  }
});

test.each(['small', 'premiere'] as const)(
  'with values-%s every pod is under a policy and none is open to all [SYS-02:chart]',
  (file) => {
    const objects = rendered(file);
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    const [everything, ...others] = policies.filter((policy) => componentOf(policy) === undefined);
    expect([everything?.spec.policyTypes, everything?.spec.ingress, others]).toEqual([
      ['Ingress', 'Egress'],
      undefined,
      [],
    ]);
    const pods = objects.filter(({ kind }) => ['Deployment', 'Job', 'Pod'].includes(kind)).map(componentOf);
    expect(pods.filter((component) => !policies.some((policy) => componentOf(policy) === component))).toEqual([]);
    const rules = policies.flatMap(({ spec }) => [...(spec.ingress ?? []), ...(spec.egress ?? [])]) as Rule[];
    for (const { to, from, ports } of rules) {
      expect((to ?? from ?? []).length).toBeGreaterThan(0);
      expect(ports.length).toBeGreaterThan(0);
    }
  },
);
