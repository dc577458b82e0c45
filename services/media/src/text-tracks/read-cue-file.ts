import { askThread } from '@marquee/runtime/ask-thread';
import { FairQueue, type Waiter } from '@marquee/runtime/fair-queue';
import { type CueFile, type CueFileAsked, cueFileOf } from './cue-file.ts';

/** Smaller files take a few milliseconds, less than a thread does. */
const INLINE_BYTES_MAX = 32 * 1024;
const THREADS_MAX = 2;
const TIMEOUT_MS = 15_000;
const WAIT_MS_MAX = 10_000;
const ENTRY = new URL('./cue-file-worker.ts', import.meta.url);

const waiting = new FairQueue<Waiter>();
let running = 0;

function beginNext(): void {
  while (running < THREADS_MAX && waiting.beginNext(() => true)) running += 1;
}

/**
 * Reads an uploaded file of subtitles. A large one takes tenths of a second, so that a thread reads it, while this one
 * answers others; makers take turns.
 */
export async function readCueFile(asked: CueFileAsked, makerId: string): Promise<CueFile> {
  if (asked.data.byteLength <= INLINE_BYTES_MAX) return cueFileOf(asked);
  const turn = waiting.wait({ holder: makerId, rank: 0 }, AbortSignal.timeout(WAIT_MS_MAX));
  beginNext();
  await turn;
  try {
    return await askThread(ENTRY, asked, TIMEOUT_MS);
  } finally {
    running -= 1;
    beginNext();
  }
}
