import type { Values } from './call.ts';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

const HOUR_MS = 3_600_000;

/** Gives the film of the scene a premiere in an hour, and the caller the right to change it as its maker. */
async function premiere(scene: Scene): Promise<Values> {
  const { id: filmId } = await scene.film();
  const { viewer } = scene.calling();
  const makerId = viewer.kind === 'account' ? viewer.accountId : scene.owner.accountId;
  const text = `UPDATE films SET release_type = 'SCREENING', screening_start_time = $2, created_by = $3 WHERE id = $1`;
  await serviceNamed('film').platform.db.query(text, [filmId, new Date(Date.now() + HOUR_MS), makerId]);
  return { filmId };
}

const entry = { why: 'the film has to have a premiere', values: premiere };

/** What requests about premieres need beside what follows from the names of their fields. */
export const premiereEntries = Object.fromEntries(
  ['GetPremiere', 'AttendPremiere', 'ReactToPremiere', 'DelayPremiere', 'StopPremiere'].map((name) => [
    `film.v1.PremiereService/${name}`,
    entry,
  ]),
);
