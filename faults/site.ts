import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RealComponents, runMigrations, startComponents } from '@marquee/deploy/scaled/components';
import { openScaledSite, PROCESS_NAMES, type ScaledSite } from '@marquee/deploy/scaled/processes';
import { services } from '@marquee/deploy/services';
import type { Service } from '@marquee/service/define-service';
import { databaseVariable } from '@marquee/service/process-config';
import { cleanUp } from '@marquee/testing/cleanup';
import { type Clocks, openClocks } from '@marquee/testing/clocks';
import { type TcpProxy, tcpProxy } from '@marquee/testing/tcp-proxy';
import { COMPONENT_LINKS, type CutLink, ownLinks } from './links.ts';

/** By then PostgreSQL has noticed a lost client, with the keepalive settings of our connections. */
const SERVER_LEARNS_MS = 20_000;

/** A scaled site with a proxy in front of every process and component. */
export type Site = {
  dir: string;
  processes: ScaledSite;
  components: RealComponents;
  link(name: CutLink): TcpProxy;
  clocks: Clocks;
  stop(): Promise<void>;
};

export async function openSite(say: (line: string) => void): Promise<Site> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-faults-'));
  const links = new Map<CutLink, TcpProxy>();
  const through = async (name: CutLink, port: number) => {
    const proxy = await tcpProxy({ port });
    links.set(name, proxy);
    return proxy.port;
  };
  const components = await startComponents(dir, {
    kafka: { through: (port) => through(COMPONENT_LINKS.broker, port) },
  });
  const { environment } = components;
  const moved = async (variable: string, name: CutLink) => {
    const url = new URL(environment[variable] ?? '');
    url.port = String(await through(name, Number(url.port)));
    return { [variable]: url.href.replace(/\/$/, '') };
  };
  const socket = join(dir, 'socket', '.s.PGSQL.5432');
  const database = async (name: CutLink) => {
    const proxy = await tcpProxy({ path: socket }, { targetLearnsMs: SERVER_LEARNS_MS });
    links.set(name, proxy);
    return (service: string) => `postgresql://postgres@127.0.0.1:${proxy.port}/${service}`;
  };
  const ownEnvironment = async (service: Service): Promise<Record<string, string>> => {
    const links = ownLinks(service);
    const name = service.database?.name;
    return {
      ...(name && links.database && { [databaseVariable(name)]: (await database(links.database))(name) }),
      ...(links.cache && (await moved('REDIS_URL', links.cache))),
      ...(links.store && (await moved('S3_ENDPOINT', links.store))),
    };
  };
  const clocks = openClocks(dir);
  const processEnvironment: Record<string, Record<string, string>> = {};
  for (const service of services) {
    processEnvironment[service.name] = { ...clocks.environment(service.name), ...(await ownEnvironment(service)) };
  }
  const processes = await openScaledSite({
    dir,
    say,
    through,
    components: {
      databaseUrl: await database(COMPONENT_LINKS.database),
      environment: {
        ...environment,
        ...(await moved('REDIS_URL', COMPONENT_LINKS.cache)),
        ...(await moved('S3_ENDPOINT', COMPONENT_LINKS.store)),
      },
    },
    environment: {
      TRUSTED_PROXIES: '1',
      SIGN_IN_LIMITS_SCALE: '1000',
      X264_PRESET: 'ultrafast',
      ALLOW_STAFF_WITHOUT_PASSKEY: '1',
    },
    processEnvironment,
  });
  process.once('exit', () => killAll(processes, components));
  const migrated = await runMigrations(components);
  if (migrated.code !== 0) throw new Error(`the migrations failed:\n${migrated.output}`);
  for (const name of PROCESS_NAMES) processes.start(name);
  await processes.untilReady();
  return {
    dir,
    processes,
    components,
    clocks,
    link(name) {
      const proxy = links.get(name);
      if (!proxy) throw new Error(`there is no link ${name}`);
      return proxy;
    },
    async stop() {
      await processes.stop();
      await components.stop();
      for (const proxy of links.values()) await proxy.close();
      await cleanUp();
      if (!process.env.KEEP) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Ends all children when this process exits early. */
function killAll(processes: ScaledSite, { postgres }: RealComponents): void {
  for (const pid of [...PROCESS_NAMES.map((name) => processes.pid(name)), postgres.pid()]) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
