import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as subjectNames from './subject-names.ts';

const SUBJECTS_MAX = 100;

export const describeSubjectsSchema = z.object({ subjectIds: z.array(z.string()).max(SUBJECTS_MAX) });

/** What notices call their subjects; what is gone, or no id, is left out. */
export async function describeSubjects(
  { db }: Pick<FestivalResources, 'db'>,
  _viewer: Viewer,
  { subjectIds }: z.output<typeof describeSubjectsSchema>,
): Promise<{ names: Record<string, string> }> {
  return { names: await subjectNames.find(db, subjectIds.filter(isId)) };
}
