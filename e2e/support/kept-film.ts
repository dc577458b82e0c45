import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeClip } from './clip.ts';
import { approve, type Member, memberOf, newFilm, newMaker, newStaff } from './films.ts';
import type { Person } from './people.ts';

export const KEPT_TITLE = 'The Lighthouse at the End of March';

export type Cast = { maker: Member; office: Member; film: string };

type Kept = { maker: Person; office: Person; film: string };

/** A published, approved film of 90 seconds in two qualities, with its maker and staff: made once for all journeys. */
export async function keptFilm(url: string): Promise<Cast> {
  const path = join(process.env.MARQUEE_DATA_DIR ?? '', 'e2e-film.json');
  const kept = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Kept,
    () => undefined,
  );
  if (kept) {
    const [maker, office] = [await memberOf(url, kept.maker), await memberOf(url, kept.office)];
    return { maker, office, film: kept.film };
  }
  const [maker, office] = [await newMaker(url, { firstName: 'Maya' }), await newStaff(url)];
  const clip = await makeClip({ seconds: 90, width: 960, height: 540, fps: 12 });
  const film = await newFilm(maker, url, { title: KEPT_TITLE, film: clip });
  await approve(office, url, film);
  const person = ({ email, firstName, lastName }: Member): Person => ({ email, firstName, lastName });
  await writeFile(path, JSON.stringify({ maker: person(maker), office: person(office), film } satisfies Kept));
  return { maker, office, film };
}
