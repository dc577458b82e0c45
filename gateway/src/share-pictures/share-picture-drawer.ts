import { Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '@marquee/runtime/ask-thread';
import type { ShareContent } from './compose-picture.ts';
import type { DrawAnswered, DrawAsked, DrawerData } from './draw-worker.ts';
import { openFontFolder } from './font-files.ts';

const WAITING_MAX = 16;
const DRAW_TIMEOUT_MS = 10_000;
/** A thread with its fonts takes tens of megabytes. */
const IDLE_MS = 60_000;

/** More pictures wait than are drawn soon. */
export class DrawerBusy extends Error {}

export type SharePictureDrawer = {
  /** @throws DrawerBusy */
  draw: (content: ShareContent) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

type Waiting = DrawAsked & { resolve: (png: Uint8Array) => void; reject: (error: Error) => void };

/** Draws one picture after the other in a thread, which starts with the first and ends after a minute without one. */
export function sharePictureDrawer(entry: URL = new URL('./draw-worker.ts', import.meta.url)): SharePictureDrawer {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ids = 0;

  const start = () => {
    const fonts = openFontFolder();
    // A thread that is stopped runs nothing more, and a process may end before its thread has.
    process.once('exit', fonts.remove);
    const started = new Worker(entry, {
      workerData: { fontFolder: fonts.path } satisfies DrawerData,
      resourceLimits: THREAD_LIMITS,
    });
    started.unref();
    started.once('exit', () => {
      process.off('exit', fonts.remove);
      fonts.remove();
    });
    started.on('message', (answer: DrawAnswered) => {
      if (started === worker && answer.id === waiting[0]?.id) end(answer);
    });
    started.on('error', (error) => started === worker && giveUp(error));
    started.on('exit', () => started === worker && giveUp(new Error('the thread of share pictures has ended')));
    return started;
  };
  const next = () => {
    clearTimeout(timer);
    const [first] = waiting;
    if (!first) {
      timer = setTimeout(stop, IDLE_MS).unref();
      return;
    }
    worker ??= start();
    timer = setTimeout(() => giveUp(new Error('a share picture took too long')), DRAW_TIMEOUT_MS).unref();
    worker.postMessage({ id: first.id, content: first.content } satisfies DrawAsked);
  };
  const end = ({ png, error }: Omit<DrawAnswered, 'id'>) => {
    const first = waiting.shift();
    if (png) first?.resolve(png);
    else first?.reject(new Error(error));
    next();
  };
  const stop = () => {
    const stopped = worker;
    worker = undefined;
    return stopped?.terminate();
  };
  const giveUp = (error: Error) => {
    void stop();
    end({ error: error.message });
  };

  return {
    draw(content) {
      if (waiting.length >= WAITING_MAX) return Promise.reject(new DrawerBusy());
      return new Promise((resolve, reject) => {
        ids += 1;
        waiting.push({ id: ids, content, resolve, reject });
        if (waiting.length === 1) next();
      });
    },
    async close() {
      clearTimeout(timer);
      for (const { reject } of waiting.splice(0)) reject(new DrawerBusy());
      await stop();
    },
  };
}
