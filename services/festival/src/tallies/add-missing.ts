import type { FestivalResources } from '../resources.ts';
import * as missing from './missing.ts';

/** After so long since a process was started, those of the release before have ended. */
const AFTER_START_MS = 600_000;
/** Ticket types and calls of one round. */
const SUBJECTS_AT_ONCE = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Compares the sums of everything that is sold with its orders, once, and adds what is missing: a release from before sums
 * were kept may still have sold after the migration had added them up. Gives what does the next part of it.
 */
export function createMissingTallies({ db, clock, log }: Pick<FestivalResources, 'db' | 'clock' | 'log'>) {
  const startAt = clock.now().getTime() + AFTER_START_MS;
  let after = FIRST;
  let isDone = false;
  return async (): Promise<void> => {
    if (isDone || clock.now().getTime() < startAt) return;
    const subjects = await missing.listSubjects(db, after, SUBJECTS_AT_ONCE);
    for (const subject of subjects) {
      after = subject.id;
      const { festivalId, id: subjectId } = subject;
      if (await missing.add(db, subject, clock.now()))
        log.warn({ festivalId, subjectId }, 'sums of sales were completed');
    }
    isDone = subjects.length < SUBJECTS_AT_ONCE;
  };
}
