// A transcode worker on a machine of its own: `npm run worker`. It needs the site's address, a key, and ffmpeg.
import { mkdir, rm } from 'node:fs/promises';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { createLogger } from '@marquee/runtime/log';
import { refuseWrongSettings } from '@marquee/service/start-checks';
import { runRemoteWorker } from './remote-workers/remote-worker.ts';
import { remoteWorkerConfig } from './remote-workers/remote-worker-config.ts';
import { WorkerRefusedError } from './remote-workers/site-port.ts';
import { boundToolChecks, findTools } from './transcode/find-tools.ts';

const config = loadConfig(remoteWorkerConfig, process.env);
const log = createLogger({ service: 'remote worker', level: 'info' });
await rm(config.SCRATCH_DIR, { recursive: true, force: true });
await mkdir(config.SCRATCH_DIR, { recursive: true });
const found = findTools(
  {
    ...{ ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH, packager: config.PACKAGER_PATH },
    ...{ preset: config.X264_PRESET, threads: config.TRANSCODE_THREADS },
  },
  config.PATH,
);
for (const warning of found.warnings) log.warn(warning);

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
// The pauses between two calls do not keep a process running.
const running = setInterval(() => undefined, 60_000);
const site = { url: config.SITE_URL, key: config.WORKER_KEY };
try {
  // Before the first claim: a machine without its tools would fail each film in line.
  await refuseWrongSettings(boundToolChecks(config), log);
  await runRemoteWorker({ site, tools: found.tools, scratchDir: config.SCRATCH_DIR, log }, stopping.signal);
} catch (error) {
  if (!(error instanceof WorkerRefusedError || error instanceof ConfigError)) throw error;
  log.error({ ...(error instanceof WorkerRefusedError && { reason: error.reason }) }, error.message);
  process.exitCode = 1;
} finally {
  clearInterval(running);
}
