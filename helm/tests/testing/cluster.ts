import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@marquee/runtime/free-ports';
import { eventually } from '@marquee/testing/eventually';
import { type KubernetesObject, programPath } from './helm.ts';

const tools = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'tools', 'k8s');
const bin = join(process.env.K8S_CACHE ?? join(homedir(), '.cache', 'marquee-k8s'), 'bin');
const crds = join(homedir(), '.cache', 'marquee', 'crds');
const NODE_STORAGE = '200Gi';
const START_MS_MAX = 120_000;

export type Answer = { code: number | null; output: string; stdout: string };

export type Cluster = {
  kubectl(args: readonly string[], input?: string): Promise<Answer>;
  helm(args: readonly string[]): Promise<Answer>;
  /** Objects of a kind, of one namespace or of all. @throws with the output of kubectl */
  list(kind: string, namespace?: string): Promise<KubernetesObject[]>;
  /** Each state of the objects of a kind, from now on: a line of a JSONPath template, to `onLine`. Gives its end. */
  watch(kind: string, namespace: string, template: string, onLine: (line: string) => void): () => Promise<unknown>;
  stop(): Promise<void>;
};

/** The cluster that KUBECONFIG names, or an API server of our own with simulated nodes; with the operators' definitions. */
export async function openCluster(): Promise<Cluster> {
  const given = process.env.KUBECONFIG;
  const own = given ? undefined : await startOwn();
  const env = { ...process.env, KUBECONFIG: given ?? own?.kubeconfig, PATH: `${bin}:${process.env.PATH}` };
  const kubectl: Cluster['kubectl'] = (args, input) => execute('kubectl', args, env, input);
  const cluster: Cluster = {
    kubectl,
    helm: (args) => execute(programPath('helm'), args, env),
    async list(kind, namespace) {
      const { code, output, stdout } = await kubectl([
        'get',
        kind,
        '-o',
        'json',
        ...(namespace ? ['-n', namespace] : ['-A']),
      ]);
      if (code !== 0) throw new Error(output);
      return JSON.parse(stdout).items;
    },
    watch(kind, namespace, template, onLine) {
      const args = ['get', kind, '-n', namespace, '--watch', '-o', `jsonpath=${template}{"\\n"}`];
      const child = launch('kubectl', args, env);
      const closed = once(child, 'close');
      createInterface({ input: child.stdout }).on('line', onLine);
      return () => {
        child.kill();
        return closed;
      };
    },
    stop: async () => own?.stop(),
  };
  await orThrow(kubectl(['apply', '--server-side', '-f', crds]));
  await eventually(
    async () => (await kubectl(['get', 'scaledobjects,servicemonitors,prometheusrules', '-A'])).code === 0,
    START_MS_MAX,
  );
  if (own) await giveNodesStorage(cluster);
  return cluster;
}

async function startOwn() {
  const run = await mkdtemp(join(tmpdir(), 'marquee-k8s-'));
  const env = { ...process.env, K8S_RUN: run, K8S_PORT: String(await freePort()) };
  const stop = async () => {
    await execute(join(tools, 'down.sh'), [], env);
    await rm(run, { recursive: true, force: true });
  };
  const { code, output } = await execute(join(tools, 'up.sh'), [], env);
  const kubeconfig = join(run, 'admin.kubeconfig');
  if (code !== 0 || !existsSync(kubeconfig)) {
    await stop();
    throw new Error(output);
  }
  return { kubeconfig, stop };
}

// Simulated nodes have no ephemeral storage, which pods request.
async function giveNodesStorage({ kubectl, list }: Cluster): Promise<void> {
  const storage = { 'ephemeral-storage': NODE_STORAGE };
  const patch = JSON.stringify({ status: { allocatable: storage, capacity: storage } });
  for (const { metadata } of await list('nodes')) {
    await orThrow(kubectl(['patch', 'node', metadata.name, '--subresource=status', '--type=merge', '-p', patch]));
  }
}

export async function orThrow(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.code !== 0) throw new Error(answer.output);
  return answer;
}

function launch(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  return spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function execute(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<Answer> {
  const child = launch(program, args, env);
  let output = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, output, stdout };
}
