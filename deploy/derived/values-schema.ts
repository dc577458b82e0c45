import type { Service } from '@marquee/service/define-service';
import { httpUrlVariable, processConfigSchema } from '@marquee/service/process-config';
import { secretsOf } from '@marquee/service/secret';
import { z } from 'zod';
import { databasesOf } from '../databases.ts';
import { httpPortOf } from './chart-values.ts';

type Schema = { [key: string]: unknown };
type Property = { type?: string; enum?: unknown[]; pattern?: string; minLength?: number; maximum?: number };

/** Variables that may be set for every process. */
const OF_EVERY_PROCESS = {
  NODE_OPTIONS: { type: 'string' },
  NODE_EXTRA_CA_CERTS: { type: 'string' },
  LOG_LEVEL: textSchema(processConfigSchema.shape.LOG_LEVEL),
  OTEL_TRACES_SAMPLER_ARG: textSchema(processConfigSchema.shape.OTEL_TRACES_SAMPLER_ARG),
};
/** Variables that the image sets, which values may not change. */
const OF_THE_CONTAINER = ['HOST', 'PATH', 'NODE_ENV'];

/** The schema of the chart's values, with the parts that are derived from the services replaced. */
export function valuesSchema(services: readonly Service[], schema: Schema): Schema {
  const next = structuredClone(schema) as { properties: Schemas; definitions: Schemas };
  const databases = databasesOf(services).map(({ name }) => name);
  const names = services.map(({ name }) => name);
  next.properties.databases = object(
    {
      ...Object.fromEntries(databases.map((name) => [name, { $ref: '#/definitions/database' }])),
      bus: { anyOf: [{ $ref: '#/definitions/database' }, { type: 'null' }] },
    },
    databases,
  );
  next.properties.services = object(
    Object.fromEntries(
      services.map((service) => [
        service.name,
        { allOf: [{ $ref: '#/definitions/service' }], properties: { env: environmentSchema(service) } },
      ]),
    ),
    names,
  );
  const service = next.definitions.service as { properties: Record<string, { items?: Schema; properties: Schemas }> };
  const those = (of: (service: Service) => boolean) => ({ enum: services.filter(of).map(({ name }) => name) });
  Object.assign(service.properties, { database: { enum: databases } });
  Object.assign(service.properties.calls ?? {}, { items: those(({ hasRpc }) => hasRpc) });
  Object.assign(service.properties.callsHttp ?? {}, { items: those((each) => httpPortOf(each) !== undefined) });
  const lag = service.properties.autoscaling?.properties.lag as { properties: { topics: Schema } };
  lag.properties.topics.items = { enum: databases };
  return next;
}

type Schemas = Record<string, Schema>;

function object(properties: Schemas, required: readonly string[]): Schema {
  return { type: 'object', additionalProperties: false, properties, required };
}

/** The schema of a service's `env`: the variables that it reads, except secrets and those that the chart sets. */
function environmentSchema({ config, http, callsHttp }: Service): Schema {
  const taken = [
    ...OF_THE_CONTAINER,
    ...Object.keys(secretsOf(config)),
    ...callsHttp.map(httpUrlVariable),
    ...(http ? [http.port] : []),
  ];
  const own = Object.entries(config.shape).filter(([name]) => !taken.includes(name));
  const properties = Object.fromEntries(own.map(([name, schema]) => [name, textSchema(schema)]));
  return { type: 'object', additionalProperties: false, properties: { ...OF_EVERY_PROCESS, ...properties } };
}

/** The schema of a variable's text, as far as JSON schema can express it. */
function textSchema(schema: z.core.$ZodType): Schema {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Property;
  if (json.type === 'integer') return { type: 'string', pattern: `^(${integersTo(json.maximum)})$` };
  if (json.type === 'number') return { type: 'string', pattern: '^[0-9]+([.][0-9]+)?$' };
  return {
    type: 'string',
    ...(json.enum && { enum: json.enum }),
    ...(json.pattern && { pattern: json.pattern }),
    ...(json.minLength && { minLength: json.minLength }),
  };
}

/** A pattern for the whole numbers from 0 to a maximum. */
export function integersTo(maximum = Number.MAX_SAFE_INTEGER): string {
  const digits = String(maximum);
  const below = [...digits].flatMap((digit, index) => {
    const least = index === 0 && digits.length > 1 ? 1 : 0;
    const rest = digits.length - index - 1;
    if (Number(digit) <= least) return [];
    return [`${digits.slice(0, index)}[${least}-${Number(digit) - 1}]${rest > 0 ? `[0-9]{${rest}}` : ''}`];
  });
  const shorter =
    digits.length > 2 ? [`[1-9][0-9]{0,${digits.length - 2}}`, '0'] : digits.length === 2 ? ['[0-9]'] : [];
  return [digits, ...below, ...shorter].join('|');
}
