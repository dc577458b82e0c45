export type KafkaCommits = {
  /** Everything before `next` was handled. Committed after a short pause, together with others. */
  taken(partition: number, next: bigint): void;
  /** Commits now. A failed commit is retried after the pause. */
  flush(): Promise<void>;
  /** Drops uncommitted offsets, because partitions may have moved to another member, which handles them again. */
  forget(): void;
};

type Offsets = { partition: number; offset: string }[];

/**
 * Batches commits: the library commits after every batch of every partition, and consumers wait for each. What is handled
 * and not committed is delivered again after a crash, where the inbox detects it.
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
      // If the session is the cause, it ends or rejoins by itself.
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
