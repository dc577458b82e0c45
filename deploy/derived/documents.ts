import type { Service } from '@marquee/service/define-service';
import { blobConfigSchema, memberConfigOf, processConfigSchema } from '@marquee/service/process-config';
import { secretsOf } from '@marquee/service/secret';
import { z } from 'zod';
import { isHelper } from '../databases.ts';
import { entryOf } from './chart-values.ts';

type Row = readonly string[];
type Variable = { type?: string; description?: string; default?: unknown; enum?: readonly string[] };

const root = new URL('../../', import.meta.url).pathname;

/** A table of Markdown, its columns as wide as their widest cell. */
export function tableText(head: Row, rows: readonly Row[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: Row) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Between the markers of a Markdown file there is an empty line on both sides. */
const framed = (text: string) => `\n${text}\n`;

const code = (text: string) => `\`${text}\``;

/** What each service owns, with its folder. */
export function serviceTable(services: readonly Service[]): string {
  const rows = services
    .filter((service) => !isHelper(service))
    .map((service) => {
      const folder = entryOf(service).replace(/\/src\/.*/, '');
      return [`[\`${folder}\`](${folder})`, service.summary];
    });
  return framed(tableText(['service', 'owns'], rows));
}

/** The processes of a scaled site. */
export function processTable(services: readonly Service[]): string {
  const rows = services.map((service) => [
    code(service.name),
    code(`node ${entryOf(service)}`),
    service.database ? code(service.database.name) : '–',
    service.summary,
  ]);
  return framed(tableText(['process', 'entry', 'database', 'what it does'], rows));
}

/** What every process reads. */
export function commonVariables(): string {
  const noService = { database: { name: 'SERVICE', migrations: [] }, calls: ['SERVICE'] };
  const shape = { ...processConfigSchema.shape, ...memberConfigOf(noService).shape };
  const rows = variableRows(shape).map(([name = '', ...rest]) => [
    name.replace('SERVICE_ADDRESS', '<SERVICE>_ADDRESS').replace('URL_SERVICE', 'URL_<SERVICE>'),
    ...rest,
  ]);
  return framed(tableText(['variable', 'what', 'unless set'], rows));
}

/** What processes with blobs read in addition. */
export function blobVariables(): string {
  return framed(tableText(['variable', 'what', 'unless set'], variableRows(blobConfigSchema.shape)));
}

/** What each service reads in addition: a table for each configuration, under the names of its services. */
export function serviceVariables(services: readonly Service[]): string {
  const readers = new Map<z.ZodObject, string[]>();
  for (const { name, config } of services) readers.set(config, [...(readers.get(config) ?? []), name]);
  const sections = [...readers].map(([config, names]) => {
    const secrets = Object.keys(secretsOf(config));
    return `### ${names.join(', ')}\n\n${tableText(['variable', 'what', 'unless set'], variableRows(config.shape, secrets))}`;
  });
  return framed(sections.join('\n\n'));
}

function variableRows(shape: z.core.$ZodShape, secrets: readonly string[] = []): Row[] {
  return Object.entries(shape).map(([name, schema]) => {
    const variable = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Variable;
    return [
      code(name),
      escaped(variable.description ?? ''),
      secrets.includes(name) ? 'a secret' : unlessSet(schema, variable),
    ];
  });
}

function unlessSet(schema: z.core.$ZodType, { default: value }: Variable): string {
  if (value === undefined) return schema._zod.optin === 'optional' ? '–' : 'must be set';
  return value === '' ? '–' : code(String(value).replace(root, ''));
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** The services in the drawing of the architecture: their calls, and what they store. */
export function drawingText(services: readonly Service[]): string {
  const inside = services.filter((service) => !service.release.isPublic && !isHelper(service));
  const those = (of: (service: Service) => boolean) =>
    inside
      .filter(of)
      .map(({ name }) => name)
      .join(' & ');
  const entrance = services.find(({ release }) => release.isPublic);
  return [
    `pages & proxy -- gRPC --> ${entrance?.calls.join(' & ')}`,
    ...inside.flatMap(({ name, calls }) => (calls.length > 0 ? [`${name} -- gRPC --> ${calls.join(' & ')}`] : [])),
    `${those(({ database }) => database !== undefined)} --- db[(a database each)]`,
    'db -- outbox, relay --> bus[[bus]]',
    `bus -- inbox --> ${those(({ topics }) => topics.length > 0)}`,
    `${those(({ uses }) => uses.includes('blobs'))} --- blobs[(blobs)]`,
  ].join('\n');
}
