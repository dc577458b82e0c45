import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { ownerOf } from '@marquee/contracts/services';
import { type Database, openDatabase } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { type MigrationSource, serviceMigrations } from '@marquee/data/migrations';
import { createPrisma, type PrismaClientClass, type Reader } from '@marquee/data/prisma';
import { pruneRequestIds } from '@marquee/data/request-ids';
import type { Bus } from '@marquee/events/bus';
import { consume, type Subscribed } from '@marquee/events/consumer';
import { createOutbox, type Outbox } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { eventsMigrations } from '@marquee/events/sources';
import { topicOf } from '@marquee/events/topics';
import { type RateLimits, rateLimitsOfService } from '@marquee/runtime/rate-limits';
import { createRevocations, followRevocations, type Revocations } from '@marquee/runtime/revocations';
import type { Implementation } from '@marquee/runtime/rpc/implement';
import { type RpcServer, serve } from '@marquee/runtime/rpc/serve';
import { type GrpcTransport, grpcTransport } from '@marquee/runtime/rpc/transport';
import type { z } from 'zod';
import type { Platform, RunningService } from './platform.ts';
import type { ReleaseSettings } from './release-settings.ts';

/**
 * What runs at the end has this long to finish, in every service. A process has 25 s from SIGTERM; up to 12 of them it
 * goes on serving (DRAIN_DELAY_MS). Of the 13 that are left: these 5, 2.5 in which connections are turned away
 * (graceful-server.ts), 4 in which Kafka forgets the group (kafka-link.ts), and the closing of loops and database.
 */
export const DRAIN_MS = 5_000;
const CALL_TIMEOUT_MS = 5_000;
const PRUNE_EVERY_MS = 3_600_000;

type Calls = Readonly<Record<string, DescService>>;
type Clients<C extends Calls> = { readonly [K in keyof C]: Client<C[K]> };

/** Components that a service needs beside its database, the bus and Redis. */
export type Component = 'blobs' | 'mail';

/** What is there before a service's own resources. */
export type Base<Config, C extends Calls, Prisma> = Omit<Platform, 'databaseUrl' | 'port'> & {
  config: Config;
  /** Clients of the services that it calls. */
  calls: Clients<C>;
  /** The connection to one of the services that it calls, by name. */
  transportTo(service: string): GrpcTransport;
  rateLimits: RateLimits;
  revocations: Revocations;
  db: Database;
  prisma: Reader<Prisma>;
  outbox: Outbox;
  bus: Bus;
  /** Has something closed at the end: after all that serves, consumes and loops; the last registered first. */
  onClose(work: () => Promise<void> | void): void;
};

/** Work that goes on by itself. */
export type Loop = { close(): Promise<void> };

/** A server of HTTP beside gRPC. */
export type HttpServer = { port: number; leave?(): void; close(graceMs: number): Promise<void> };

export type ServiceDefinition<ConfigSchema extends z.ZodObject, C extends Calls, Prisma, R> = {
  /** As logs, metrics, tokens and addresses know it, such as `film` or `media-worker`. */
  name: string;
  /** One line for documents: what it owns. */
  summary: string;
  /** The module that runs it as a process of its own: `import.meta.resolve('./main.ts')`. */
  entry: string;
  /** Whose database it works on, if not its own. */
  database?: string;
  prisma?: PrismaClientClass<Prisma>;
  /** The folder of its migrations: `import.meta.resolve('../prisma/migrations')`. */
  migrations?: string;
  /** Its environment, beside what every process reads. */
  config: ConfigSchema;
  /** The services of the contracts that it calls, by the name that code has for them. */
  calls?: C;
  /** Deadline of a call without one, 5 s by default. */
  callTimeoutMs?: number;
  uses?: readonly Component[];
  /** Other limits than the platform's, where a setting says so. */
  rateLimits?(limits: RateLimits, config: z.output<ConfigSchema>): RateLimits;
  resources(base: Base<z.output<ConfigSchema>, C, Prisma>): R | Promise<R>;
  rpc?: readonly ((resources: NoInfer<R>) => Implementation)[];
  events?: readonly ((resources: NoInfer<R>) => readonly Subscribed[])[];
  /** The topics that its events come from; it does not start with handlers of any other, or without one of each. */
  topics?: readonly string[];
  loops?: readonly ((resources: NoInfer<R>) => Loop | Promise<Loop>)[];
  http?: {
    /** The variable that holds its port. */
    port: keyof z.output<ConfigSchema> & string;
    /** Only for development: no release opens it. */
    isForDevelopment?: boolean;
    serve(resources: NoInfer<R>): Promise<HttpServer | undefined>;
  };
  /** The services whose HTTP it calls. Each one's address is in `<NAME>_HTTP_URL`. */
  callsHttp?: readonly string[];
  /** What a release of it is made of, where it differs from the default. */
  release?: ReleaseSettings;
};

/** A declared service: all that runs it, and all that names it, work from this. */
export type Service<ConfigSchema extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly summary: string;
  readonly entry: string;
  readonly config: ConfigSchema;
  /** Its database and what that is migrated with; undefined for a service without one. */
  readonly database: { readonly name: string; readonly migrations: readonly MigrationSource[] } | undefined;
  /** The names of the services whose gRPC it calls. */
  readonly calls: readonly string[];
  readonly callsHttp: readonly string[];
  /** The topics that it consumes. */
  readonly topics: readonly string[];
  readonly uses: readonly Component[];
  /** Whether it answers gRPC. */
  readonly hasRpc: boolean;
  readonly http: { readonly port: string; readonly isForDevelopment: boolean } | undefined;
  readonly release: ReleaseSettings;
  /** Starts it on a migrated database. */
  start(config: z.output<ConfigSchema>, platform: Platform): Promise<RunningService>;
};

/** Declares a service once. What it does not name, it does not have. */
export function defineService<
  ConfigSchema extends z.ZodObject,
  R,
  const C extends Calls = Record<never, never>,
  Prisma = never,
>(definition: ServiceDefinition<ConfigSchema, C, Prisma, R>): Service<ConfigSchema> {
  const { name, summary, entry, config, calls, uses = [], callsHttp = [], topics = [], http } = definition;
  return {
    ...{ name, summary, entry, config, uses, callsHttp, topics },
    database: databaseOf(definition),
    calls: [...new Set(Object.values(calls ?? {}).map(ownerOf))],
    hasRpc: (definition.rpc ?? []).length > 0,
    http: http && { port: http.port, isForDevelopment: http.isForDevelopment ?? false },
    release: definition.release ?? {},
    start: (settings, platform) => start(definition, settings, platform),
  };
}

type AnyDefinition = Pick<
  ServiceDefinition<z.ZodObject, Calls, unknown, unknown>,
  'name' | 'database' | 'migrations' | 'topics'
>;

function databaseOf({ name, database = name, migrations }: AnyDefinition): Service['database'] {
  if (!migrations) return undefined;
  return { name: database, migrations: serviceMigrations(new URL(migrations).pathname, [eventsMigrations]) };
}

async function start<ConfigSchema extends z.ZodObject, C extends Calls, Prisma, R>(
  definition: ServiceDefinition<ConfigSchema, C, Prisma, R>,
  config: z.output<ConfigSchema>,
  platform: Platform,
): Promise<RunningService> {
  const { name, rpc = [], events = [], loops = [] } = definition;
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
    // A helper works on a database whose events and request ids its owner looks after.
    if (definition.migrations && (definition.database ?? name) === name) {
      onClose(closing(startRelay({ url: platform.databaseUrl, bus, log })));
      onClose(closing(every(PRUNE_EVERY_MS, () => pruneRequestIds(base.db), { name: 'request ids', log })));
    }
    const handlers = events.flatMap((of) => of(resources));
    checkTopics(definition, handlers);
    if (handlers.length > 0) onClose(closing(await consume({ db: base.db, bus, group: name, handlers, log, clock })));
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

/** What it says it consumes is what lag is watched and replicas are scaled by: it must be what it does. */
function checkTopics(
  { name, topics = [] }: Pick<AnyDefinition, 'name' | 'topics'>,
  handlers: readonly Subscribed[],
): void {
  const handled = [...new Set(handlers.map(({ schema }) => topicOf(schema)))].sort().join(', ');
  const declared = [...topics].sort().join(', ');
  if (handled !== declared)
    throw new Error(`${name} declares the topics [${declared}] and handles events of [${handled}]`);
}

function openBase<ConfigSchema extends z.ZodObject, C extends Calls, Prisma>(
  definition: Pick<
    ServiceDefinition<ConfigSchema, C, Prisma, unknown>,
    'name' | 'prisma' | 'migrations' | 'calls' | 'uses' | 'callTimeoutMs'
  >,
  config: z.output<ConfigSchema>,
  platform: Platform,
  onClose: (work: () => Promise<void> | void) => void,
): Base<z.output<ConfigSchema>, C, Prisma> {
  const { name, prisma, migrations, calls = {} as C, uses = [] } = definition;
  const { databaseUrl, port: _, ...shared } = platform;
  const { log, clock, serviceKey, addresses } = platform;
  if (uses.includes('blobs') && !platform.blobs) throw new Error(`${name} needs a blob store`);

  const db = migrations ? openDatabase({ url: databaseUrl, log, applicationName: name }) : undefined;
  if (db) onClose(() => db.close());
  const transports = new Map<string, GrpcTransport>();
  onClose(() => {
    for (const transport of transports.values()) transport.close();
  });
  const callees = new Set(Object.values(calls).map(ownerOf));
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
    config,
    calls: Object.fromEntries(clients),
    transportTo,
    rateLimits: rateLimitsOfService(platform.rateLimits, name),
    revocations: createRevocations({ clock }),
    // A service without a database has none of the three, and its resources use none.
    ...(db && { db, outbox: createOutbox({ clock }), ...(prisma && { prisma: createPrisma(prisma, db) }) }),
    onClose,
  } as Base<z.output<ConfigSchema>, C, Prisma>;
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
