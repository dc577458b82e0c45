import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as makers from './makers.ts';

export const setMakerAutoApprovalSchema = filmIdSchema.extend({ autoApproved: z.boolean() });

/** Whether the films of a film's maker are approved as they are published; what is published keeps its approval. */
export async function setMakerAutoApproval(
  { tx }: FilmWrite,
  _viewer: AccountViewer,
  { filmId, autoApproved }: z.output<typeof setMakerAutoApprovalSchema>,
): Promise<{ autoApproved: boolean }> {
  const { createdBy } = await films.get(tx, filmId);
  await makers.setAutoApproved(tx, createdBy, autoApproved);
  return { autoApproved };
}
