import { makeClip } from './clip.ts';
import { type Member, newFilm, newMaker, newStaff } from './films.ts';

export const FILM_TITLE = 'The Lighthouse at the End of March';

export type Cast = { maker: Member; office: Member; film: string };

/** A published, approved film of 90 seconds in two qualities, with its maker and staff. */
export async function newCast(url: string): Promise<Cast> {
  const [maker, office] = [await newMaker(url, { firstName: 'Maya' }), await newStaff(url)];
  const clip = await makeClip({ seconds: 90, width: 960, height: 540, fps: 12 });
  return { maker, office, film: await newFilm(maker, url, { title: FILM_TITLE, film: clip, approvedBy: office }) };
}
