import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as makers from './makers.ts';

/** Whether the films of a film's maker are approved as they are published; what is published keeps its approval. */
export async function setMakerAutoApproval(
  { tx }: FilmWrite,
  _viewer: AccountViewer,
  { filmId, autoApproved }: { filmId: string; autoApproved: boolean },
): Promise<{ autoApproved: boolean }> {
  const { createdBy } = await films.get(tx, filmId);
  await makers.setAutoApproved(tx, createdBy, autoApproved);
  return { autoApproved };
}
