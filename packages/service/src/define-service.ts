import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { Database } from '@marquee/data/database';
import { type MigrationSource, serviceMigrations } from '@marquee/data/migrations';
import type { PrismaClientClass, Reader } from '@marquee/data/prisma';
import type { Bus } from '@marquee/events/bus';
import type { Subscribed } from '@marquee/events/consumer';
import type { Outbox } from '@marquee/events/outbox';
import { eventsMigrations } from '@marquee/events/sources';
import { topicOf } from '@marquee/events/topics';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { Revocations } from '@marquee/runtime/revocations';
import type { Implementation } from '@marquee/runtime/rpc/implement';
import type { GrpcTransport } from '@marquee/runtime/rpc/transport';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { z } from 'zod';
import { calleesOf } from './callees.ts';
import type { PersonalData } from './personal-data.ts';
import type { PersonalTables } from './personal-tables.ts';
import type { Platform, RunningService } from './platform.ts';
import type { ReleaseSettings } from './release-settings.ts';
import { type BoundCheck, type CheckPlatform, keyCheck, type StartCheck } from './start-checks.ts';
import { startService } from './start-service.ts';
import type { Write } from './use-case.ts';

export type Calls = Readonly<Record<string, DescService>>;
type Clients<C extends Calls> = { readonly [K in keyof C]: Client<C[K]> };

/** Components that a service needs beside its database, the bus and Redis; push services are those of browsers' makers, the scanner looks for malware. */
export type Component = 'blobs' | 'mail' | 'push' | 'scanner';

/** What is there before a service's own resources; blobs for a service that declares that it uses them. */
export type Base<Config, C extends Calls, Prisma, U extends Component = never> = BlobsOf<U> & {
  /** The service's own, also the name of its group on the bus. */
  name: string;
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

type BlobsOf<U extends Component> = Omit<Platform, 'databaseUrl' | 'port' | 'blobs'> &
  ('blobs' extends U ? { blobs: BlobStore } : unknown);

/** Work that runs without a request. */
export type Loop = { close(): Promise<void> };

/** A server of HTTP beside gRPC. */
export type HttpServer = { port: number; leave?(): void; close(graceMs: number): Promise<void> };

export type ServiceDefinition<
  ConfigSchema extends z.ZodObject,
  C extends Calls,
  Prisma,
  R,
  U extends Component = Component,
> = {
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
  /** Tables that packages bring to its database, beside those that every service has: `[searchMigrations]`. */
  tables?: readonly MigrationSource[];
  /** Its environment, beside what every process reads. */
  config: ConfigSchema;
  /** The contracts that it calls, by the service that owns each: `{ film: CrewService }`. */
  calls?: C;
  /** Deadline of a call without one, 5 s by default. */
  callTimeoutMs?: number;
  uses?: readonly U[];
  /** What its settings name and is looked at before it starts: programs, folders, files, keys, addresses. */
  checks?: readonly StartCheck<z.output<ConfigSchema>>[];
  /** Other limits than the platform's, where a setting says so. */
  rateLimits?(limits: RateLimits, config: z.output<ConfigSchema>): RateLimits;
  resources(base: Base<z.output<ConfigSchema>, C, Prisma, NoInfer<U>>): R | Promise<R>;
  rpc?: readonly ((resources: NoInfer<R>) => Implementation)[];
  /** Its handlers of events, made by `on`. Their topics are those that it consumes, by which it is scaled. */
  events?: readonly Subscribed<Write<NoInfer<R>>>[];
  loops?: readonly ((resources: NoInfer<R>) => Loop | Promise<Loop>)[];
  http?: {
    /** The variable that holds its port. */
    port: keyof z.output<ConfigSchema> & string;
    /** Only for development: no release opens it. */
    isForDevelopment?: boolean;
    serve(resources: NoInfer<R>): Promise<HttpServer | undefined>;
  };
  /** What it holds of people: every column of its tables, and what export and closing do with it. */
  personalData?: PersonalData<NoInfer<R>>;
  /** It gathers exports and closes accounts, so that it calls every service that holds personal data. */
  gathersPersonalData?: boolean;
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
  /** The columns of its database, as export and closing take them; undefined for a service that holds nothing of people. */
  readonly personalData: PersonalTables | undefined;
  readonly gathersPersonalData: boolean;
  /** Whether it answers gRPC. */
  readonly hasRpc: boolean;
  readonly http: { readonly port: string; readonly isForDevelopment: boolean } | undefined;
  readonly release: ReleaseSettings;
  /** Tells whether what its settings name is there: who starts it asks them before. */
  checks(config: z.output<ConfigSchema>, platform: CheckPlatform): readonly BoundCheck[];
  /** Starts it on a migrated database. */
  start(config: z.output<ConfigSchema>, platform: Platform): Promise<RunningService>;
};

/** Declares a service once. What it does not name, it does not have. */
export function defineService<
  ConfigSchema extends z.ZodObject,
  R,
  const C extends Calls = Record<never, never>,
  Prisma = never,
  const U extends Component = never,
>(definition: ServiceDefinition<ConfigSchema, C, Prisma, R, U>): Service<ConfigSchema> {
  const { name, summary, entry, config, uses = [], callsHttp = [], events = [], http } = definition;
  return {
    ...{ name, summary, entry, config, uses, callsHttp },
    database: databaseOf(definition),
    topics: [...new Set(events.map(({ schema }) => topicOf(schema)))].sort(),
    calls: calleesOf(definition),
    personalData: definition.personalData,
    gathersPersonalData: definition.gathersPersonalData ?? false,
    hasRpc: (definition.rpc ?? []).length > 0 || definition.personalData !== undefined,
    http: http && { port: http.port, isForDevelopment: http.isForDevelopment ?? false },
    release: definition.release ?? {},
    checks: (settings, platform) =>
      [ownKey(name), ...(definition.checks ?? [])].map((one) => ({
        ...{ setting: one.setting, ifWrong: one.ifWrong },
        check: async () => one.check(settings, platform),
      })),
    start: (settings, platform) => startService(definition, settings, platform),
  };
}

/** Every call that it makes for itself is signed by this key. */
function ownKey(name: string): StartCheck<unknown> {
  return keyCheck('SERVICE_SIGNING_KEY', (_, { verifier, serviceKey }) => verifier.knows(serviceKey, name));
}

type AnyDefinition = Pick<
  ServiceDefinition<z.ZodObject, Calls, unknown, unknown>,
  'name' | 'database' | 'migrations' | 'tables'
>;

function databaseOf({ name, database = name, migrations, tables = [] }: AnyDefinition): Service['database'] {
  if (!migrations) return undefined;
  return { name: database, migrations: serviceMigrations(new URL(migrations).pathname, [eventsMigrations, ...tables]) };
}
