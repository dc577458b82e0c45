import { X509Certificate } from 'node:crypto';
import { publicKeys, signingKeyFromPem } from '@marquee/runtime/keys';
import { SHUTDOWN_MS_MAX } from '@marquee/runtime/shutdown';
import { z } from 'zod';
import type { Service } from './define-service.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const address = z
  .string()
  .regex(/^[^\s:/]+:\d{1,5}$/, 'must be host:port')
  .refine((text) => !(Number(text.slice(text.lastIndexOf(':') + 1)) > 65_535), 'must have a port up to 65535');
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
// What is left to finish what runs, and to close what it stood on (start-service.ts).
const DRAIN_MS = 13_000;
const DRAIN_DELAY_MS_MAX = SHUTDOWN_MS_MAX - DRAIN_MS;
const drainDelayTooLong = `must be at most ${DRAIN_DELAY_MS_MAX}, so that ${DRAIN_MS} of the ${SHUTDOWN_MS_MAX} ms in which a process ends are left to finish what runs`;

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

const pems = z.array(z.string().min(1)).min(1);
const publicKeysShape = z.object({ viewer: pems, services: z.record(z.string(), pems) });

const publicKeysText = z.string().transform((text, context) => {
  try {
    const { viewer, services } = publicKeysShape.parse(JSON.parse(text));
    const serviceKeys = Object.entries(services).map(([name, keys]) => [name, publicKeys(...keys)] as const);
    return { viewerKeys: publicKeys(...viewer), serviceKeys: Object.fromEntries(serviceKeys) };
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be JSON {"viewer":[PEM],"services":{"<name>":[PEM]}} of Ed25519 public keys',
    });
    return z.NEVER;
  }
});

/** A private key that signs tokens. */
export const signingKey = z.string().transform((pem, context) => {
  try {
    return signingKeyFromPem(pem);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key as PKCS #8 PEM' });
    return z.NEVER;
  }
});

const certificates = z.string().refine((pem) => {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}, 'must be certificates as PEM');

// Rules between variables are checked even if one of them is wrong: all problems are reported at once.
const always = { when: () => true };

/** `https://<key>@<host>/<project>`, as an error-reporting service gives it. */
export const errorReportingDsn = z
  .url({ protocol: /^https?$/ })
  .regex(/^https?:\/\/[0-9a-f]+@[^/@]+\/(.*\/)?\d+$/i, 'must be https://<key>@<host>/<project>');

type Values = Record<string, unknown>;

function refuse(context: z.RefinementCtx, name: string, message: string): void {
  context.addIssue({ code: 'custom', path: [name], message });
}

/** Of two variables that stand in for each other exactly one is set. */
function requireOne(values: Values, context: z.RefinementCtx, name: string, other: string): void {
  if (values[name] && values[other]) refuse(context, name, `must not be set together with ${other}`);
  if (!values[name] && !values[other]) refuse(context, name, `must be set, or ${other} in its place`);
}

/** Variables that are of no use without each other. */
function requireAll(values: Values, context: z.RefinementCtx, names: readonly string[]): void {
  const given = names.find((name) => values[name]);
  if (!given) return;
  for (const name of names) if (!values[name]) refuse(context, name, `must be set, as ${given} is`);
}

/** What every scaled process reads from its environment, each also from the file that `<NAME>_FILE` names. */
export const processConfigSchema = z
  .object({
    HOST: z.string().min(1).default('127.0.0.1').describe('where it listens; 0.0.0.0 in a container'),
    PROBE_PORT: port.default(9_090).describe('port of /livez, /startupz, /readyz and /metrics'),
    LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('what is logged: this level and those above it'),
    DRAIN_DELAY_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(DRAIN_DELAY_MS_MAX, drainDelayTooLong)
      .default(0)
      .describe(
        'how long it keeps serving after SIGTERM while not ready, so that load balancers notice; at most 12000, since a process ends within 25 s',
      ),
    PUBLIC_KEYS: publicKeysText.describe(
      'the public keys of all services and of viewers, by which their tokens are checked',
    ),
    ALLOW_NEWER_SCHEMA: z
      .enum(['0', '1'])
      .default('0')
      .describe(
        '`1` starts on a database schema newer than this build, and logs it, so that an earlier release can be gone back to; otherwise that is refused',
      ),
    KAFKA_BROKERS: z
      .string()
      .transform((text) => text.split(',').map((broker) => broker.trim()))
      .pipe(z.array(address).min(1))
      .optional()
      .describe("Kafka's brokers, `host:port` separated by commas; or DATABASE_URL_BUS in its place"),
    KAFKA_REPLICATION: z.coerce
      .number()
      .int()
      .min(1)
      .max(7)
      .optional()
      .describe(
        "replicas of each new topic, by default the brokers' `default.replication.factor`; with 3 or more, a write is acknowledged by two",
      ),
    KAFKA_SSL: z.enum(['true', 'false']).default('false').describe('`true` uses TLS to the brokers'),
    KAFKA_SSL_CA: certificates
      .optional()
      .describe('the certificates (PEM) that vouch for the brokers, where the authorities that Node trusts do not'),
    KAFKA_SASL_MECHANISM: z
      .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
      .optional()
      .describe(
        'how the process signs in to the brokers: plain, scram-sha-256 or scram-sha-512, with KAFKA_USERNAME and KAFKA_PASSWORD; logs a warning without KAFKA_SSL',
      ),
    KAFKA_USERNAME: z.string().min(1).optional().describe('the user of KAFKA_SASL_MECHANISM'),
    KAFKA_PASSWORD: z.string().min(1).optional().describe('the password of KAFKA_SASL_MECHANISM'),
    DATABASE_URL_BUS: z
      .url({ protocol: /^postgres(ql)?$/ })
      .optional()
      .describe('the database of the Postgres log, which takes the place of Kafka'),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/ })
      .optional()
      .describe(
        'shares signals, rate limits, locks and playback addresses among replicas; without it each process has its own, so run one replica of each',
      ),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'where traces are sent (OTLP over HTTP), such as `http://collector:4318`; without it none are recorded',
      ),
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(0.02)
      .describe('the share of new traces that is recorded, 0 to 1'),
    OTEL_SERVICE_NAME: z.string().min(1).optional().describe('the name in traces, if not that of the process'),
    ERROR_REPORTING_DSN: errorReportingDsn
      .optional()
      .describe(
        'where errors are reported (Sentry envelopes), such as `https://<key>@errors.example.com/1`; without it they are in the log alone',
      ),
    RELEASE: z.string().min(1).max(100).default('unknown').describe('the release that error reports name'),
  })
  .superRefine((values, context) => {
    requireOne(values, context, 'KAFKA_BROKERS', 'DATABASE_URL_BUS');
    requireAll(values, context, ['KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'KAFKA_PASSWORD']);
    if (values.KAFKA_SSL_CA && values.KAFKA_SSL === 'false')
      refuse(context, 'KAFKA_SSL', 'must be true, as KAFKA_SSL_CA is set');
  }, always);
export type ProcessConfig = z.output<typeof processConfigSchema>;

/** The variable that holds the gRPC address of a service. */
export function addressVariable(service: string): string {
  return `${variableName(service)}_ADDRESS`;
}

/** The variable that holds the address of a service's HTTP. */
export function httpUrlVariable(service: string): string {
  return `${variableName(service)}_HTTP_URL`;
}

/** The variable that holds the address of a database. */
export function databaseVariable(database: string): string {
  return `DATABASE_URL_${variableName(database)}`;
}

/** A service's name as variables spell it. */
export function variableName(service: string): string {
  return service.toUpperCase().replaceAll('-', '_');
}

const memberShape = {
  RPC_PORT: port.default(50_051).describe('where it listens for gRPC'),
  SERVICE_SIGNING_KEY: signingKey.describe('the private key that signs its own calls'),
};

/** What every service of a process reads for itself: its port, its key, its database, and where those are that it calls. */
export function memberConfigOf({ database, calls }: Pick<Service, 'database' | 'calls'>) {
  const addresses = Object.fromEntries(
    calls.map((callee) => [addressVariable(callee), address.describe('gRPC of a service that it calls, `host:port`')]),
  );
  const urls = database ? { [databaseVariable(database.name)]: postgresUrl.describe('its PostgreSQL') } : {};
  return z.object({ ...memberShape, ...addresses, ...urls });
}

/** What a process that keeps blobs reads besides. */
export const blobConfigSchema = z
  .object({
    BLOBS_DIR: z.string().min(1).optional().describe('a folder that all replicas share, where there is no S3'),
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("the address of the S3 store; Amazon's unless set"),
    S3_REGION: z.string().min(1).default('us-east-1').describe('its region'),
    S3_BUCKET: z.string().min(3).optional().describe('a private bucket; or BLOBS_DIR in its place'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('the id of the access key to it'),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('the secret of the access key to it'),
  })
  .superRefine((values, context) => {
    requireOne(values, context, 'S3_BUCKET', 'BLOBS_DIR');
    requireAll(values, context, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  }, always);
export type BlobConfig = z.output<typeof blobConfigSchema>;
