import { type ServiceResources, transact } from '@marquee/service/use-case';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';

/** Gives a screening that is over another start; does nothing for one that is to come, and for a film that is gone. */
export async function restartScreening(
  resources: ServiceResources,
  { id, startTime }: { id: string; startTime: Date },
): Promise<void> {
  await transact(resources, async (write) => {
    const known = await write.tx.query('SELECT 1 FROM films WHERE id = $1', [id]);
    if (known.length === 0) return;
    const film = await films.lock(write.tx, id);
    const { screeningStartTime, runningTime, createdBy } = film;
    if (!screeningStartTime || film.releaseType !== 'SCREENING') return;
    if (screeningStartTime.getTime() + runningTime * 1_000 >= write.clock.now().getTime()) return;
    await saveFilm(write, film, { screeningStartTime: startTime }, createdBy ?? film.updatedBy ?? '');
  });
}
