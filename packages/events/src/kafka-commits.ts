export type KafkaCommits = {
  /** Everything before `next` was handled. Committed within the pause, with what else was. */
  taken(partition: number, next: bigint): void;
  /** Commits now. What cannot be committed is tried again after the pause. */
  flush(): Promise<void>;
  /** Partitions may be another member's now: what was not committed comes again there. */
  forget(): void;
};

type Offsets = { partition: number; offset: string }[];

/**
 * Gathers commits: the library makes one after every batch of every partition, and the consumers wait for each. What
 * is handled and not committed comes again after a crash, for the inbox to see.
 */
export function gatherCommits(commit: (offsets: Offsets) => Promise<void>, everyMs: number): KafkaCommits {
  const waiting = new Map<number, bigint>();
  let timer: NodeJS.Timeout | undefined;
  let committing: Promise<void> = Promise.resolve();

  const schedule = () => {
    timer ??= setTimeout(() => void flush(), everyMs);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    committing = committing.then(commitWaiting);
    return committing;
  };
  const commitWaiting = async () => {
    if (waiting.size === 0) return;
    const offsets = [...waiting];
    waiting.clear();
    try {
      await commit(offsets.map(([partition, next]) => ({ partition, offset: String(next) })));
    } catch {
      // The session breaks or joins anew by itself, if that is why.
      for (const [partition, next] of offsets) if (!waiting.has(partition)) waiting.set(partition, next);
      schedule();
    }
  };
  return {
    taken: (partition, next) => {
      waiting.set(partition, next);
      schedule();
    },
    flush,
    forget: () => {
      waiting.clear();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
