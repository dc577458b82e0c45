// @requires helm
// @inputs helm deploy docs package.json

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { databaseNames, services } from '@marquee/deploy/services';
import { chart, exampleObjects, KUBE_VERSION, objectsOf, rendered, run } from './testing/helm.ts';

const root = join(chart, '..', '..');
const readme = readFileSync(join(chart, 'README.md'), 'utf8');
const TEST_MS_MAX = 60_000;

let dir: string;
let checkout: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'marquee-readme-'));
  checkout = join(dir, 'checkout');
  mkdirSync(checkout);
  symlinkSync(join(root, 'helm'), join(checkout, 'helm'));
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  writeFileSync(join(checkout, 'site.yaml'), yaml.replace('sha256:…', `sha256:${'0'.repeat(64)}`));
  for (const name of ['helm', 'aws', 'docker', 'npm', 'sleep']) program(name);
  program('kubectl', 'case "$*" in *port-forward*) exec /bin/sleep 60 ;; esac');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A program that only records its arguments, and its standard input when called with `-f -`. */
function program(name: string, does = '') {
  mkdirSync(join(dir, 'bin'), { recursive: true });
  const path = join(dir, 'bin', name);
  const lines = [
    '#!/bin/bash',
    `printf '%s\\n' "${name} $*" >> "${dir}/called"`,
    `case "$*" in *"-f -"*) cat > "${dir}/given-$$-$RANDOM" ;; esac`,
    does,
  ];
  writeFileSync(path, lines.join('\n'));
  chmodSync(path, 0o755);
}

/** Runs the commands of a section in bash, from the root of a checkout; `chosen` replaces values of its variables. */
function type(from: string, to: string, chosen: Record<string, string> = {}) {
  const section = readme.slice(readme.indexOf(`\n${from}\n`), readme.indexOf(`\n${to}\n`));
  const script = [...section.matchAll(/^( *)```sh\n(.*?)^ *```/gms)].map(([, indent = '', text = '']) =>
    text
      .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      .replaceAll(/^(\w+)=.*$/gm, (line, name) => (name in chosen ? `${name}=${chosen[name]}` : line)),
  );
  rmSync(join(dir, 'called'), { force: true });
  for (const file of readdirSync(dir).filter((name) => name.startsWith('given-'))) rmSync(join(dir, file));
  const { status, stderr } = spawnSync('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', script.join('\n')], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, PATH: [join(dir, 'bin'), process.env.PATH].join(delimiter) },
  });
  const called = readFileSync(join(dir, 'called'), 'utf8').trim().split('\n');
  const given = readdirSync(dir)
    .filter((name) => name.startsWith('given-'))
    .flatMap((name) => objectsOf(readFileSync(join(dir, name), 'utf8')));
  return { status, stderr, called, given };
}

/** Renders the chart with the files that a command names, among them the README's site.yaml. */
function makesARelease(command: string) {
  const files = [...command.matchAll(/-f (\S+)/g)].flatMap(([, path = '']) => ['-f', join(checkout, path)]);
  const { code, output } = run('helm', ['template', 'marquee', chart, '--kube-version', KUBE_VERSION, ...files]);
  expect([code, output.slice(0, 500)]).toEqual([0, expect.any(String)]);
  return output;
}

const names = (suffix: string) => databaseNames.map((name) => `marquee-${name}${suffix}`);

test(
  'the commands for a premiere run as they are written [SYS-02:chart]',
  () => {
    const { status, stderr, called, given } = type('### A premiere', '### One small node');
    expect([status, stderr]).toEqual([0, '']);
    const clusters = given.filter(({ kind }) => kind === 'Cluster').map(({ metadata }) => metadata.name);
    expect(clusters.sort()).toEqual(names('').sort());
    expect(given.find(({ kind }) => kind === 'ObjectStore')?.spec.configuration.destinationPath).toMatch(
      /^s3:\/\/BACKUPS\//,
    );
    const installed = called.findIndex((line) => line.startsWith('helm install'));
    const waits = called
      .map((line, index) => (/ wait | rollout status /.test(line) ? index : -1))
      .filter((at) => at >= 0);
    expect(waits.length).toBe(3);
    for (const at of waits) expect(at).toBeLessThan(installed);
    makesARelease(called[installed] ?? '');
  },
  TEST_MS_MAX,
);

test(
  'the commands for one small node run as they are written [SYS-02:chart]',
  () => {
    const { status, stderr, called } = type('### One small node', '## An upgrade');
    expect([status, stderr]).toEqual([0, '']);
    const secrets = called.filter((line) => line.includes('create secret'));
    const roles = exampleObjects('cloudnative-pg-small.yaml')[0]?.spec.managed.roles as { name: string }[];
    for (const { name } of roles) {
      const password = new RegExp(`marquee-role-${name} .*--from-literal=password=(\\w+)`).exec(
        secrets.join('\n'),
      )?.[1];
      expect(password).toMatch(/^\w{48}$/);
      expect(secrets.at(-1)).toContain(`=postgresql://${name}:${password}@marquee-postgres-rw:5432/${name}`);
    }
    makesARelease(called.find((line) => line.startsWith('helm install')) ?? '');
  },
  TEST_MS_MAX,
);

test.each([
  ['for the first time', '', '-restored'],
  ['once more', '-restored', '-again'],
])(
  'the commands of a restore run as they are written, %s [SYS-02:backup]',
  (_, from, to) => {
    const { status, stderr, called, given } = type(
      '## Backup and restore',
      '## What an Ingress controller writes down',
      { from, to },
    );
    expect([status, stderr]).toEqual([0, '']);
    const clusters = given.filter(({ kind }) => kind === 'Cluster');
    expect(clusters.map(({ metadata }) => metadata.name).sort()).toEqual(names(to).sort());
    // Each restores the archive of the cluster in use.
    expect(clusters.map(({ spec }) => spec.externalClusters[0].plugin.parameters.serverName).sort()).toEqual(
      names(from).sort(),
    );
    for (const name of names(to)) {
      expect(called.some((line) => line.includes(' wait ') && line.endsWith(`/${name}`))).toBe(true);
    }
    const installed = called.findIndex((line) => line.startsWith('helm install'));
    // Before any process runs.
    const republished = called
      .slice(0, installed)
      .filter((line) => line.includes('UPDATE outbox SET published_at = NULL'));
    expect(republished).toHaveLength(databaseNames.length);
    expect(called[installed]).toContain('--set ingress.enabled=false');
    const opened = called.findLast((line) => line.startsWith('helm upgrade')) ?? '';
    expect(opened).not.toContain('ingress.enabled');
    expect(makesARelease(opened)).toContain(`name: "marquee-film${to}-app"`);
  },
  TEST_MS_MAX,
);

test(
  'the commands before an install and those of an upgrade run as they are written [SYS-02:chart]',
  () => {
    const first = type('## From nothing to a release', '### A premiere');
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.called).toContainEqual(
      expect.stringMatching(/create secret generic marquee-redis .*url=redis:\/\/:\w{48}@redis:6379$/),
    );
    const upgrade = type('## An upgrade', '## Backup and restore');
    expect([upgrade.status, upgrade.stderr]).toEqual([0, '']);
    const upgrades = upgrade.called.filter((line) => line.startsWith('helm upgrade'));
    expect(upgrades.length).toBe(2);
    for (const command of upgrades) makesARelease(command);
    // Autoscaling is turned on without waiting, and every Deployment is then scaled to its minimum.
    expect(upgrades[1]).not.toMatch(/--atomic|--wait/);
    const autoscaled = rendered('premiere').flatMap(({ kind, spec }) =>
      /Autoscaler|ScaledObject/.test(kind)
        ? [
            `kubectl -n marquee scale deployment/${spec.scaleTargetRef.name} --replicas=${spec.minReplicas ?? spec.minReplicaCount}`,
          ]
        : [],
    );
    // The services and the edge.
    expect(autoscaled.length).toBe(services.length + 1);
    expect(upgrade.called.slice(upgrade.called.indexOf(upgrades[1] ?? '') + 1).sort()).toEqual(autoscaled.sort());
  },
  TEST_MS_MAX,
);

test(
  'the values for Kafka with TLS and a password are valid [SYS-02:chart]',
  () => {
    const section = readme.slice(readme.indexOf('\n## Kafka with TLS or a password\n'));
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(section) ?? [];
    const kafka = join(dir, 'kafka.yaml');
    writeFileSync(kafka, yaml);
    const { code, output } = run('helm', ['template', 'marquee', chart, '--kube-version', KUBE_VERSION, '-f', kafka]);
    expect([code, output]).toEqual([0, expect.stringContaining('"scram-sha-512"')]);
  },
  TEST_MS_MAX,
);
