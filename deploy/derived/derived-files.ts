import type { Service } from '@marquee/service/define-service';
import { absentText, otherProcessesText, restartingText, scrapeTargetsText } from './alert-lists.ts';
import { callersText, ownersText } from './callers-text.ts';
import { chartReadme } from './chart-readme.ts';
import { databaseValues, serviceValues } from './chart-values.ts';
import {
  databaseLoopText,
  edgeNeedsText,
  migrationsText,
  processesText,
  upstreamsText,
  volumesText,
} from './compose-file.ts';
import {
  blobVariables,
  commonVariables,
  drawingText,
  processTable,
  serviceTable,
  serviceVariables,
} from './documents.ts';
import { jsonText } from './json-text.ts';
import { withMarked } from './marked-text.ts';
import { deployPackage } from './package-file.ts';
import { serverMessagesText } from './server-messages.ts';
import {
  maxConnectionsText,
  premiereDatabases,
  premiereServices,
  restoredDatabases,
  rolesText,
  smallDatabases,
  smallDatabasesText,
  smallServices,
} from './site-values.ts';
import { valuesSchema } from './values-schema.ts';
import { yamlText } from './yaml-text.ts';

type OfServices = (services: readonly Service[]) => string;

/** The text between markers, by file and name of the marker. */
const MARKED: Readonly<Record<string, Readonly<Record<string, OfServices>>>> = {
  'helm/marquee/values.yaml': {
    databases: (services) => yamlText({ databases: databaseValues(services) }, 3),
    services: (services) => yamlText({ services: serviceValues(services) }, 3),
  },
  'helm/marquee/values-premiere.yaml': {
    databases: (services) => yamlText({ databases: premiereDatabases(services) }, 2),
    services: (services) => yamlText({ services: premiereServices(services) }, 3),
  },
  'helm/marquee/values-small.yaml': {
    databases: (services) => yamlText({ databases: smallDatabases(services) }, 3),
    services: (services) => yamlText({ services: smallServices(services) }, 3),
  },
  'helm/marquee/examples/cloudnative-pg-small.yaml': {
    connections: maxConnectionsText,
    roles: rolesText,
    databases: smallDatabasesText,
  },
  'helm/marquee/examples/values-restored.yaml': {
    databases: (services) => yamlText({ databases: restoredDatabases(services) }, 3),
  },
  'docker-compose.yml': {
    'edge-needs': edgeNeedsText,
    processes: processesText,
    migrations: migrationsText,
    volumes: volumesText,
  },
  'packages/contracts/src/callers.ts': { callers: callersText },
  'packages/contracts/src/personal-data-owners.ts': { owners: ownersText },
  'deploy/compose/create-databases.sh': { databases: databaseLoopText },
  'deploy/nginx/upstreams.conf': { upstreams: upstreamsText },
  'deploy/observability/prometheus.yml': { targets: scrapeTargetsText },
  'helm/marquee/files/rules/causes.yaml': { 'absent-processes': absentText, 'restarting-processes': restartingText },
  'deploy/observability/rules-test/causes.yaml': { 'other-processes': otherProcessesText },
  'README.md': { services: serviceTable },
  'docs/operations.md': {
    processes: processTable,
    'common-variables': commonVariables,
    'blob-variables': blobVariables,
    'service-variables': serviceVariables,
  },
  'docs/architecture.md': { drawing: drawingText },
};
/** Files without markers, derived from their current text. */
const WHOLE: Readonly<Record<string, (services: readonly Service[], current: string) => string>> = {
  'helm/marquee/values.schema.json': (services, current) => jsonText(valuesSchema(services, JSON.parse(current))),
  'helm/marquee/README.md': chartReadme,
  'deploy/package.json': deployPackage,
  'packages/rules/src/server-messages.json': serverMessagesText,
};

/** The files that are derived from the services, as a whole or in parts. */
export const derivedPaths: readonly string[] = [...Object.keys(MARKED), ...Object.keys(WHOLE)];

/** The correct text of such a file, given its current one. */
export function derivedText(path: string, current: string, services: readonly Service[]): string {
  const whole = WHOLE[path];
  if (whole) return whole(services, current);
  const parts = Object.entries(MARKED[path] ?? {});
  return parts.reduce((text, [name, of]) => withMarked(text, name, of(services)), current);
}
