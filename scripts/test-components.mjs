// What some tests need and a machine may lack. A test file says so in a comment: `@requires ffmpeg`.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './generated.mjs';

/** Where the scripts that install components put programs. */
export const marqueeBin = join(homedir(), '.cache', 'marquee', 'bin');

/** The path of a program: on the PATH, or where our scripts or Go install it. */
export function findProgram(program) {
  const path = (process.env.PATH ?? '').split(delimiter);
  const folders = [
    ...path,
    marqueeBin,
    join(kubernetesCache, 'bin'),
    join(homedir(), 'go', 'bin'),
    join(homedir(), '.cargo', 'bin'),
    '/usr/local/go/bin',
    '/usr/sbin',
  ];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

const onPath = (program) => findProgram(program) !== undefined;

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

/** The folder of the broker's jars, from scripts/install-kafka.mjs. */
export const kafkaFolder = join(homedir(), '.cache', 'marquee', 'kafka');
export const kafkaVersion = '4.1.0';

/** Whether all jars of this version are there: the folder only appears when it is complete. */
export function hasKafkaJars() {
  return existsSync(join(kafkaFolder, `kafka_2.13-${kafkaVersion}.jar`));
}

/** The edge's nginx, from scripts/install-nginx.mjs; another set of modules is another program. */
export const nginxVersion = '1.28.3';
export const nginxProgram = join(marqueeBin, `nginx-${nginxVersion}-http2`);

/** The folder of custom resource definitions, from scripts/install-crds.mjs. */
export const crdFolder = join(homedir(), '.cache', 'marquee', 'crds');

/** Builds and starts an API server with simulated nodes; present on development machines only. */
const kubernetesScript = join(root, '..', 'shared', 'tools', 'k8s', 'up.sh');
const kubernetesCache = process.env.K8S_CACHE ?? join(homedir(), '.cache', 'marquee-k8s');

const kubernetesPrograms = ['kube-apiserver', 'kubectl', 'kwok'].map((name) => join(kubernetesCache, 'bin', name));

/** Whether it can be started without a build of minutes. */
function hasKubernetes() {
  return existsSync(kubernetesScript) && kubernetesPrograms.every(isExecutable);
}

// As packages/testing/src/chromium.ts names them.
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].map(
  (path) => process.env.CHROMIUM_PATH ?? path,
);

/** Tries it in its own mount namespace, which ends with the command. */
function mayMount() {
  const tried = ['unshare', '-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()];
  const [program, ...args] = process.getuid?.() === 0 ? tried : ['sudo', '-n', ...tried];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

// A component is there when its programs are found and `present`, if it has one, agrees; `files` lie elsewhere.
const components = {
  ffmpeg: {
    programs: ['ffmpeg', 'ffprobe'],
    reason: 'ffmpeg is not installed (apt-get install ffmpeg)',
  },
  chromium: {
    files: () => browsers,
    present: () => browsers.every(isExecutable),
    reason: `there is no ${browsers.join(' and ')} (apt-get install chromium-headless-shell chromium, or set CHROMIUM_PATH)`,
  },
  redis: {
    programs: ['redis-server'],
    reason: 'redis-server is not installed (apt-get install redis-server)',
  },
  clamd: {
    programs: ['clamd'],
    reason: 'clamd is not installed (apt-get install clamav-daemon)',
  },
  nginx: {
    files: () => [nginxProgram],
    present: () => isExecutable(nginxProgram),
    reason: `there is no nginx ${nginxVersion} (node scripts/install-nginx.mjs, which needs Cargo, gcc, make, libpcre2-dev and zlib1g-dev)`,
  },
  compose: {
    programs: ['compose-go'],
    reason: 'the reader of compose files is not here (node scripts/install-go-program.mjs compose-go, which needs Go)',
  },
  promtool: {
    programs: ['promtool'],
    reason: 'promtool is not here (node scripts/install-go-program.mjs promtool, which needs Go)',
  },
  kafka: {
    programs: ['java'],
    files: () => [kafkaFolder],
    present: hasKafkaJars,
    reason: 'there is no Kafka (apt-get install default-jre-headless maven; node scripts/install-kafka.mjs)',
  },
  mount: {
    present: mayMount,
    reason: 'a small disk for tests to fill cannot be mounted here (that needs Linux, and root or sudo)',
  },
  s3: {
    programs: ['versitygw'],
    reason: 'there is no S3 server (node scripts/install-go-program.mjs versitygw, which needs Go)',
  },
  stripemock: {
    programs: ['stripe-mock'],
    reason: 'there is no stripe-mock (node scripts/install-go-program.mjs stripe-mock, which needs Go)',
  },
  k6: {
    programs: ['k6'],
    reason: 'there is no k6 (node scripts/install-go-program.mjs k6, which needs Go)',
  },
  helm: {
    programs: ['helm'],
    reason: 'there is no Helm (node scripts/install-go-program.mjs helm, which needs Go)',
  },
  kubescore: {
    programs: ['kube-score'],
    reason: 'there is no kube-score (node scripts/install-go-program.mjs kube-score, which needs Go)',
  },
  k8s: {
    programs: ['helm'],
    files: () => [crdFolder, kubernetesScript, ...kubernetesPrograms],
    present: () => existsSync(crdFolder) && (Boolean(process.env.KUBECONFIG) || hasKubernetes()),
    reason:
      'there is no Kubernetes API server to try (set KUBECONFIG; node scripts/install-crds.mjs and install-go-program.mjs helm)',
  },
  go: {
    programs: ['go'],
    reason: "Go is not installed, which brings Connect's conformance suite",
  },
};

/** Why some of these components are missing; undefined when none is. */
export function lacking(names) {
  const reasons = names.map((name) => {
    const component = components[name];
    if (!component) return `no component is called ${name}`;
    const { programs = [], present = () => true, reason } = component;
    return programs.every(onPath) && present() ? undefined : reason;
  });
  return reasons.filter(Boolean).join('; ') || undefined;
}

/** The components that a test file requires. */
export function requiredBy(source) {
  return [...source.matchAll(/^[ \t]*(?:\/\/|\/?\*+)[ \t]*@requires[ \t]+([a-z][a-z0-9]*)/gm)].map(([, name]) => name);
}

/** What identifies the builds of these components: path, size and time of each. */
export function identityOf(names) {
  return names.flatMap((name) => {
    const { programs = [], files = () => [] } = components[name];
    const paths = [...programs.map(findProgram), ...files()].filter((path) => path && existsSync(path));
    const marks = paths.map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${path} ${size} ${mtimeMs}`;
    });
    return [`${name} ${name === 'k8s' ? (process.env.KUBECONFIG ?? '') : ''}`, ...marks];
  });
}
