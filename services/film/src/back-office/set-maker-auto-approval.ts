import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import * as makers from './makers.ts';

export const setMakerAutoApprovalSchema = filmIdSchema.extend({ autoApproved: z.boolean() });

/** Whether the films of a film's maker are approved as they are published; what is published keeps its approval. */
export async function setMakerAutoApproval(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { filmId, autoApproved }: z.output<typeof setMakerAutoApprovalSchema>,
): Promise<{ autoApproved: boolean }> {
  const { id, version, createdBy } = await films.lock(tx, filmId);
  const before = await makers.isAutoApproved(tx, createdBy);
  await makers.setAutoApproved(tx, createdBy, autoApproved);
  if (before !== autoApproved) {
    const change = { field: 'makerAutoApproved', before: String(before), after: String(autoApproved) };
    const place = { filmId: id, version, actorId: viewer.accountId, createdAt: clock.now() };
    await filmActions.insert(tx, place, [{ kind: 'EDITED', changes: [change] }]);
  }
  return { autoApproved };
}
