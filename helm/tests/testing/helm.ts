// @inputs helm/marquee
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@marquee/testing/test-components';
import { parseAllDocuments } from 'yaml';

export const chart = join(import.meta.dirname, '..', '..', 'marquee');
/** The version of Kubernetes that the chart is checked for. */
export const KUBE_VERSION = '1.36.3';
export const VALUE_FILES = { small: join(chart, 'values-small.yaml'), premiere: join(chart, 'values-premiere.yaml') };
export type ValueFile = keyof typeof VALUE_FILES;

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const RELEASE = 'marquee';

/** An object as Kubernetes reads it. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
  };
  // biome-ignore lint/suspicious/noExplicitAny: what an object is made of is the API's to know, not ours.
  spec: any;
  status?: Record<string, unknown>;
  data?: Record<string, string>;
};

export type Ran = { code: number | null; output: string; stdout: string };

export function programPath(name: string): string {
  const found = findProgram(name);
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}

export function run(program: string, args: readonly string[], options: { input?: string; env?: object } = {}): Ran {
  const { status, stdout, stderr } = spawnSync(programPath(program), args, {
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    input: options.input ?? '',
    env: { ...process.env, ...options.env },
  });
  return { code: status, stdout, output: `${stdout}${stderr}` };
}

/** `helm template` with a value file of the chart, single values, and files after it by their path in the chart. */
export function template(file?: ValueFile, set: readonly string[] = [], others: readonly string[] = []): Ran {
  const files = [...(file ? [VALUE_FILES[file]] : []), ...others.map((path) => join(chart, path))];
  const values = files.flatMap((path) => ['-f', path]);
  const single = set.flatMap((value) => ['--set-json', value]);
  return run('helm', ['template', RELEASE, chart, '--kube-version', KUBE_VERSION, ...values, ...single]);
}

/** The objects of a release. @throws with what Helm said */
export function rendered(
  file?: ValueFile,
  set: readonly string[] = [],
  others: readonly string[] = [],
): KubernetesObject[] {
  const { code, output, stdout } = template(file, set, others);
  if (code !== 0) throw new Error(output);
  return objectsOf(stdout);
}

export function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as KubernetesObject | null;
    })
    .filter((object) => object !== null);
}

/** The objects of a manifest among the chart's examples; `of` replaces identity by the name of another service. */
export function exampleObjects(name: string, of = 'identity'): KubernetesObject[] {
  return objectsOf(readFileSync(join(chart, 'examples', name), 'utf8').replaceAll('identity', of));
}

/** The process that an object is of. */
export const componentOf = ({ metadata }: KubernetesObject) => metadata.labels?.['app.kubernetes.io/component'];

/** The Deployments of processes: all but the edge's. */
export const deployments = (objects: KubernetesObject[]) =>
  objects.filter((object) => object.kind === 'Deployment' && componentOf(object) !== 'edge');

/** The schema of each value at the top. */
export const schemaOfValues = () => JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')).properties;
