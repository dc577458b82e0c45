import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import * as diaries from './shown-diaries.ts';

export const setDiaryShownSchema = z.object({ shown: z.boolean() });

/** Shows the viewer's diary to others, or hides it; it is hidden until they decide. */
export async function setDiaryShown(
  { tx }: FilmWrite,
  { accountId }: AccountViewer,
  { shown }: z.output<typeof setDiaryShownSchema>,
): Promise<{ shown: boolean }> {
  await diaries.set(tx, accountId, shown);
  return { shown };
}
