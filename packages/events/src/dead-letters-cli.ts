import { parseArgs } from 'node:util';
import type { Database } from '@marquee/data/database';
import { databaseNow } from '@marquee/data/database-now';
import type { Clock } from '@marquee/runtime/clock';
import { requeue } from './dead-letters.ts';

export type DeadLettersCommand = { verb: 'list' | 'replay'; service?: string | undefined; key?: string | undefined };

export const DEAD_LETTERS_USAGE = 'Usage: npm run dead-letters -- list|replay [--service NAME] [--key KEY]';

/** Parses a command line; undefined when it is not a command. */
export function readDeadLettersCommand(words: string[]): DeadLettersCommand | undefined {
  try {
    const options = { service: { type: 'string' }, key: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [verb, ...rest] = positionals;
    if ((verb !== 'list' && verb !== 'replay') || rest.length > 0) return undefined;
    return { verb, ...values };
  } catch {
    return undefined;
  }
}

type Parked = {
  consumer: string;
  key: string;
  type: string;
  waiting: number;
  attempts: number;
  dueAt: Date | null;
  error: string;
};

/**
 * Lists the keys with dead letters in one service's database, or makes them due: the service itself retries them in order
 * within seconds, because only it has their handlers.
 *
 * @returns what to print
 */
export async function runDeadLettersCommand(
  db: Database,
  { verb, key }: DeadLettersCommand,
  clock: Clock,
): Promise<string[]> {
  const parked = await db.query<Parked>(PARKED, [key ?? null]);
  if (verb === 'list') return parked.map(describe);
  for (const consumer of new Set(parked.map((letter) => letter.consumer))) {
    await requeue(db, { consumer, key, now: await databaseNow(db, clock) });
  }
  return parked.map(({ consumer, key, waiting }) => `${consumer} ${key}: ${waiting} of its events are tried again now`);
}

function describe({ consumer, key, type, waiting, attempts, dueAt, error }: Parked): string {
  const next = dueAt ? `next try at ${dueAt.toISOString()}` : 'waits for a replay';
  const [reason] = error.split('\n');
  return `${consumer} ${key}: ${waiting} waiting, first ${type || 'no event'}, tried ${attempts}x, ${next}: ${reason}`;
}

const PARKED = `
  SELECT DISTINCT ON (consumer, key) consumer, key, type, attempts, due_at AS "dueAt", error,
    count(*) OVER (PARTITION BY consumer, key)::int AS waiting
  FROM dead_letters WHERE $1::text IS NULL OR key = $1 ORDER BY consumer, key, seq`;
