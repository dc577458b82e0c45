import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureFormat, UploadRefusal } from '@marquee/rules/media';
import type { ChildStarted } from '../transcode/run-child.ts';

export type PictureTask =
  | { kind: 'prepare'; input: string; output: string }
  | {
      kind: 'resize';
      input: string;
      output: string;
      width: number;
      /** Crops to it, around what draws the eye. */
      height?: number;
      format: PictureFormat;
      focus: Focus | undefined;
    };

/** What draws the eye in a picture, in percent of its width and height; null when it was not found. */
export type Focus = { focalX: number | null; focalY: number | null };

export type PictureAnswer =
  | ({ ok: true; width: number; height: number; thumbhash: string } & Focus)
  | { ok: false; refusal: UploadRefusal; detail?: string };

export type PictureMaker = {
  /** Runs one task. One that crashes the decoder or takes over 30 s is PICTURE_UNREADABLE. Throws when 64 wait. */
  run(task: PictureTask): Promise<PictureAnswer>;
  close(): Promise<void>;
};

const TASK_TIMEOUT_MS = 30_000;
const IDLE_MS = 15_000;
const QUEUE_MAX = 64;
const HEAP_MB = 192;
const SCRIPT = fileURLToPath(new URL('./picture-child.ts', import.meta.url));

type Job = { id: number; task: PictureTask; done: (answer: PictureAnswer) => void };

/** One child process decodes pictures, one after the other. It ends after 15 s without work. */
export function startPictureMaker(options: { onStarted?: ChildStarted } = {}): PictureMaker {
  const queue: Job[] = [];
  let child: ChildProcess | undefined;
  let running: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let nextId = 0;
  let isClosed = false;

  function start(): ChildProcess {
    const started = fork(SCRIPT, [], {
      execPath: process.execPath,
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--no-warnings'],
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
    });
    const forget = started.pid ? options.onStarted?.({ pid: started.pid, command: 'pictures' }) : undefined;
    started.on('message', (message: { id: number; answer: PictureAnswer }) => {
      if (message.id === running?.id) finish(message.answer);
    });
    started.on('error', () => {});
    started.once('exit', () => {
      forget?.();
      if (child !== started) return;
      child = undefined;
      finish({ ok: false, refusal: 'PICTURE_UNREADABLE', detail: 'the decoder ended' });
    });
    // An idle child does not keep the service running.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function stop(): void {
    const stopped = child;
    child = undefined;
    stopped?.kill('SIGKILL');
  }

  function finish(answer: PictureAnswer): void {
    clearTimeout(timer);
    const job = running;
    running = undefined;
    job?.done(answer);
    next();
  }

  function next(): void {
    if (running) return;
    running = queue.shift();
    if (!running) {
      timer = setTimeout(stop, IDLE_MS).unref();
      return;
    }
    clearTimeout(timer);
    child ??= start();
    timer = setTimeout(() => {
      stop();
      finish({ ok: false, refusal: 'PICTURE_UNREADABLE', detail: `took over ${TASK_TIMEOUT_MS} ms` });
    }, TASK_TIMEOUT_MS);
    child.send({ id: running.id, task: running.task });
  }

  return {
    run(task) {
      if (isClosed) return Promise.reject(new Error('The service is stopping'));
      if (queue.length >= QUEUE_MAX) return Promise.reject(new Error(`${QUEUE_MAX} pictures are waiting already`));
      return new Promise((resolve) => {
        nextId += 1;
        queue.push({ id: nextId, task, done: resolve });
        next();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      stop();
      for (const job of queue.splice(0)) job.done({ ok: false, refusal: 'PICTURE_UNREADABLE', detail: 'stopping' });
      const job = running;
      running = undefined;
      job?.done({ ok: false, refusal: 'PICTURE_UNREADABLE', detail: 'stopping' });
    },
  };
}
