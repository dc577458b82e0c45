import type { FestivalWrite } from '../resources.ts';
import { screenerChanged } from './judging-events.ts';
import * as screeners from './screeners.ts';

type Ending = Pick<FestivalWrite, 'tx' | 'clock' | 'emit'>;

/** Nobody watches the films of these submissions any more; with `accountId` not this one [FES-09]. */
export async function endScreenings(
  { tx, clock, emit }: Ending,
  submissionIds: readonly string[],
  accountId: string | null = null,
): Promise<void> {
  const now = clock.now();
  for (const ended of await screeners.end(tx, submissionIds, accountId, now)) {
    const submission = { id: ended.submissionId, filmId: ended.filmId, version: ended.version };
    await emit(screenerChanged(submission, { accountId: ended.accountId, endsAt: now }));
  }
}

/** Somebody works for an organization, or judges its call, no longer. */
export async function endScreeningsOf(
  write: Ending,
  whose: { accountId: string; festivalId: string; callId: string | null },
): Promise<void> {
  const open = await screeners.openOf(write.tx, whose, write.clock.now());
  if (open.length > 0) await endScreenings(write, open, whose.accountId);
}
