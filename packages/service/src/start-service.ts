import { createClient } from '@connectrpc/connect';
import { ownerOf } from '@marquee/contracts/services';
import { type Database, openDatabase, type Transact } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { createPrisma } from '@marquee/data/prisma';
import { pruneRequestIds } from '@marquee/data/request-ids';
import { consume } from '@marquee/events/consumer';
import { createOutbox } from '@marquee/events/outbox';
import { pruneEvents } from '@marquee/events/prune-events';
import { startRelay } from '@marquee/events/relay';
import { rateLimitsOfService } from '@marquee/runtime/rate-limits';
import { createRevocations, followRevocations, type Revocations } from '@marquee/runtime/revocations';
import type { Implementation } from '@marquee/runtime/rpc/implement';
import { type RpcServer, serve } from '@marquee/runtime/rpc/serve';
import { type GrpcTransport, grpcTransport } from '@marquee/runtime/rpc/transport';
import type { z } from 'zod';
import { calleesOf } from './callees.ts';
import type { Base, Calls, Component, HttpServer, ServiceDefinition } from './define-service.ts';
import { personalDataRpc } from './personal-data.ts';
import type { Platform, RunningService } from './platform.ts';
import { type TransactResources, transact, type Write } from './use-case.ts';

/**
 * How long a stopping service has to finish its requests and work. A process ends within 25 s of SIGTERM. For up to 12 s
 * it keeps serving (DRAIN_DELAY_MS). The other 13 s are these 5, then 2.5 in which it refuses connections
 * (graceful-server.ts), 4 to leave its Kafka groups (kafka-link.ts), and the rest to close loops and the database.
 */
export const DRAIN_MS = 5_000;
const CALL_TIMEOUT_MS = 5_000;
const PRUNE_EVERY_MS = 3_600_000;

/** Opens what a declaration names, in its order: database, resources, relay, consumer, loops, HTTP, gRPC. */
export async function startService<ConfigSchema extends z.ZodObject, C extends Calls, Prisma, R, U extends Component>(
  definition: ServiceDefinition<ConfigSchema, C, Prisma, R, U>,
  config: z.output<ConfigSchema>,
  platform: Platform,
): Promise<RunningService> {
  const { name, events = [], loops = [], personalData } = definition;
  const rpc = [...(definition.rpc ?? []), ...(personalData ? [personalDataRpc(personalData)] : [])];
  const { log, clock, bus, signals } = platform;
  const rateLimits = definition.rateLimits?.(platform.rateLimits, config) ?? platform.rateLimits;
  // Last registered first, so that what a part stands on outlives it.
  const endings: (() => Promise<void> | void)[] = [];
  const onClose = (work: () => Promise<void> | void) => void endings.push(work);
  let http: HttpServer | undefined;
  let server: RpcServer | undefined;
  try {
    const base = openBase(definition, config, { ...platform, rateLimits }, onClose);
    const resources = await definition.resources(base);
    onClose(followRevocations(base.revocations, signals));
    // A helper works on a database whose owner publishes its events and prunes its request ids.
    if (definition.migrations && (definition.database ?? name) === name) {
      const relay = startRelay({ url: platform.databaseUrl, bus, log });
      onClose(closing(relay));
      base.outbox.wakes(relay);
      onClose(closing(every(PRUNE_EVERY_MS, () => prune(base.db), { name: 'prune', log })));
    }
    if (events.length > 0) {
      // What consumes has a database, and its resources have what a transaction is made of.
      const writing = resources as R & TransactResources;
      const writes: Transact<Write<R>> = (work) => transact(writing, work);
      const about = { db: base.db, transact: writes, group: name, handlers: events };
      onClose(closing(await consume({ ...about, bus, log, clock })));
    }
    for (const loop of loops) onClose(closing(await loop(resources)));

    http = await definition.http?.serve(resources);
    server =
      rpc.length > 0
        ? await serveRpc(
            name,
            rpc.map((of) => of(resources)),
            base,
            { ...platform, rateLimits },
          )
        : undefined;
    return {
      name,
      rpcPort: server?.port ?? 0,
      ...(http && { httpPort: http.port }),
      leave() {
        server?.leave();
        http?.leave?.();
      },
      drain: (graceMs = DRAIN_MS) => drain(server, http, endings, graceMs),
    };
  } catch (error) {
    // What was opened by then is closed, or a process that could not start would not end either.
    await drain(server, http, endings, 0).catch(() => {});
    throw error;
  }
}

async function prune(db: Database): Promise<void> {
  await pruneRequestIds(db);
  await pruneEvents(db);
}

function openBase<ConfigSchema extends z.ZodObject, C extends Calls, Prisma, U extends Component>(
  definition: Pick<
    ServiceDefinition<ConfigSchema, C, Prisma, unknown, U>,
    'name' | 'prisma' | 'migrations' | 'calls' | 'uses' | 'callTimeoutMs' | 'gathersPersonalData'
  >,
  config: z.output<ConfigSchema>,
  platform: Platform,
  onClose: (work: () => Promise<void> | void) => void,
): Base<z.output<ConfigSchema>, C, Prisma, U> {
  const { name, prisma, migrations, calls = {} as C } = definition;
  const { databaseUrl, port: _, blobs, ...shared } = platform;
  const { log, clock, serviceKey, addresses } = platform;
  const usesBlobs = definition.uses?.some((component) => component === 'blobs');
  if (usesBlobs && !blobs) throw new Error(`${name} needs a blob store`);

  const db = migrations ? openDatabase({ url: databaseUrl, log, applicationName: name }) : undefined;
  if (db) onClose(() => db.close());
  const transports = new Map<string, GrpcTransport>();
  onClose(() => {
    for (const transport of transports.values()) transport.close();
  });
  const callees = new Set(calleesOf(definition));
  const transportTo = (callee: string): GrpcTransport => {
    const address = addresses[callee];
    if (!callees.has(callee) || !address)
      throw new Error(`${name} declares no call to ${callee}, or has no address of it`);
    const known = transports.get(callee);
    if (known) return known;
    const timeout = definition.callTimeoutMs ?? CALL_TIMEOUT_MS;
    const transport = grpcTransport({ address, service: name, serviceKey, callee, defaultTimeoutMs: timeout, clock });
    transports.set(callee, transport);
    return transport;
  };
  const clients = Object.entries(calls).map(([key, desc]) => [key, createClient(desc, transportTo(ownerOf(desc)))]);
  return {
    ...shared,
    name,
    ...(usesBlobs && { blobs }),
    config,
    calls: Object.fromEntries(clients),
    transportTo,
    rateLimits: rateLimitsOfService(platform.rateLimits, name),
    revocations: createRevocations({ clock }),
    // A service without a database has none of the three, and its resources use none.
    ...(db && { db, outbox: createOutbox({ clock }), ...(prisma && { prisma: createPrisma(prisma, db) }) }),
    onClose,
  } as Base<z.output<ConfigSchema>, C, Prisma, U>;
}

function serveRpc(
  service: string,
  implementations: Implementation[],
  { revocations }: { revocations: Revocations },
  { host, port, log, clock, verifier, rateLimits }: Platform,
): Promise<RpcServer> {
  return serve({ service, host, port, log, clock, verifier, revocations, rateLimits, implementations });
}

function closing(part: { close(): Promise<void> }): () => Promise<void> {
  return () => part.close();
}

/** First what serves, all at once; then the rest, the last opened first. */
async function drain(
  server: RpcServer | undefined,
  http: HttpServer | undefined,
  endings: (() => Promise<void> | void)[],
  graceMs: number,
): Promise<void> {
  const served = await Promise.allSettled([server?.drain(graceMs), http?.close(graceMs)]);
  const failed = served.find((result) => result.status === 'rejected');
  await closeAll(endings);
  if (failed) throw failed.reason;
}

/** Closes all, whatever fails. @throws the first failure, once all have been tried */
async function closeAll(endings: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let end = endings.pop(); end; end = endings.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
