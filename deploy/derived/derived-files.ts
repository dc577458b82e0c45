import type { Service } from '@marquee/service/define-service';
import { absentText, restartingText, scrapeTargetsText } from './alert-lists.ts';
import { databaseValues, premiereDatabases, restoredDatabases, serviceValues } from './chart-values.ts';
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
import { valuesSchema } from './values-schema.ts';
import { yamlText } from './yaml-text.ts';

type OfServices = (services: readonly Service[]) => string;

/** What stands between markers, by file and name. */
const MARKED: Readonly<Record<string, Readonly<Record<string, OfServices>>>> = {
  'helm/marquee/values.yaml': {
    databases: (services) => yamlText({ databases: databaseValues(services) }, 3),
    services: (services) => yamlText({ services: serviceValues(services) }, 3),
  },
  'helm/marquee/values-premiere.yaml': {
    databases: (services) => yamlText({ databases: premiereDatabases(services) }, 2),
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
  'deploy/compose/create-databases.sh': { databases: databaseLoopText },
  'deploy/nginx/upstreams.conf': { upstreams: upstreamsText },
  'deploy/observability/prometheus.yml': { targets: scrapeTargetsText },
  'helm/marquee/files/rules/causes.yaml': { 'absent-processes': absentText, 'restarting-processes': restartingText },
  'README.md': { services: serviceTable },
  'docs/operations.md': {
    processes: processTable,
    'common-variables': commonVariables,
    'blob-variables': blobVariables,
    'service-variables': serviceVariables,
  },
  'docs/architecture.md': { drawing: drawingText },
};
const SCHEMA = 'helm/marquee/values.schema.json';

/** The files of which something follows from the services. */
export const derivedPaths: readonly string[] = [...Object.keys(MARKED), SCHEMA];

/** What such a file must be, given what it is. */
export function derivedText(path: string, current: string, services: readonly Service[]): string {
  if (path === SCHEMA) return jsonText(valuesSchema(services, JSON.parse(current)));
  const parts = Object.entries(MARKED[path] ?? {});
  return parts.reduce((text, [name, of]) => withMarked(text, name, of(services)), current);
}
