import { newId } from '@marquee/data/ids';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as crew from './crew.ts';
import { creditTaken, crewNotFound, invitationLimit } from './crew-errors.ts';
import { crewInvited } from './crew-events.ts';
import * as invitations from './invitations.ts';

const DAY_MS = 86_400_000;

/** Has the person behind a credit invited by mail. The address stays here: notification asks for it when it sends. */
export async function inviteCrew(
  { tx, clock, emit }: FilmWrite,
  viewer: AccountViewer,
  input: { filmId: string; crewId: string; email: string },
): Promise<crew.Credit | undefined> {
  const film = await films.lock(tx, input.filmId);
  requireEditor(viewer, film);
  const credit = await crew.lock(tx, film.id, input.crewId);
  if (!credit) throw crewNotFound();
  if (credit.personId) throw creditTaken();
  const now = clock.now();
  const today = await invitations.countSince(tx, film.id, new Date(now.getTime() - DAY_MS));
  if (today >= CREW_LIMITS.invitationsPerFilmADayMax) throw invitationLimit();

  await invitations.end(tx, credit.id, now);
  const id = newId();
  const invitation = { filmId: film.id, crewId: credit.id, email: input.email, invitedBy: viewer.accountId };
  await invitations.insert(tx, { id, ...invitation, createdAt: now });
  await emit(crewInvited(await crew.raise(tx, credit.id), { filmId: film.id, invitationId: id }));
  return crew.find(tx, film.id, credit.id);
}
