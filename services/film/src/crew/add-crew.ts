import { newId } from '@marquee/data/ids';
import { addCrewSchema, CREW_LIMITS } from '@marquee/rules/film-crew';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import * as blocks from '../people/blocks.ts';
import * as people from '../people/people.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as claims from './claims.ts';
import * as declines from './credit-declines.ts';
import * as crew from './crew.ts';
import { askedOften, crewFull, declinedLately, personNotFound } from './crew-errors.ts';
import { creditNamed } from './crew-events.ts';
import * as marks from './invitation-marks.ts';

export const addCrewRequestSchema = addCrewSchema.extend(filmIdSchema.shape);
type AddCrew = z.output<typeof addCrewRequestSchema>;

/**
 * Whether the viewer is connected to the person, as identity says before the transaction: asked about whom the viewer
 * does not see, and alike about an id of nobody.
 */
export async function askConnected(
  { db, persons }: FilmResources,
  { accountId }: AccountViewer,
  { personId: otherId }: AddCrew,
): Promise<boolean> {
  if (!otherId || otherId === accountId || !(await people.isHidden(db, otherId))) return false;
  return (await persons.areConnected({ accountId, otherId })).connected;
}

/** Adds a credit. It shows the person whom it names once they agree; a maker agrees to be named by themselves [FLM-05]. */
export async function addCrew(
  write: FilmWrite,
  viewer: AccountViewer,
  input: AddCrew,
  isConnected: boolean,
): Promise<crew.Credit | undefined> {
  const { tx, clock } = write;
  const film = await films.lock(tx, input.filmId);
  requireEditor(viewer, film);
  if ((await crew.count(tx, film.id)) >= CREW_LIMITS.crewMax) throw crewFull();
  const { personId: accountId, ...credit } = input;
  if (accountId) {
    await requireKnown(write, viewer, { accountId, isConnected });
    await requireUnblocked(write, accountId, [film.createdBy, viewer.accountId]);
    await requireAskable(write, { filmId: film.id, accountId });
  }

  const id = newId();
  await crew.insert(tx, { ...credit, id, createdAt: clock.now() });
  if (accountId) await namePerson(write, viewer, { id: newId(), filmId: film.id, crewId: id, accountId });
  await saveFilm(write, film, {}, viewer.accountId);
  return crew.find(tx, film.id, id);
}

/** Who is suspended or has left is nobody, and a private profile is nobody but to its owner and connections [PRO-20]. */
async function requireKnown(
  { tx }: FilmWrite,
  viewer: AccountViewer,
  { accountId, isConnected }: { accountId: string; isConnected: boolean },
): Promise<void> {
  if (!(await people.isHere(tx, accountId))) throw personNotFound();
  const isKnown = isConnected || accountId === viewer.accountId;
  if (!isKnown && (await people.isHidden(tx, accountId))) throw personNotFound();
}

/** Somebody between whom and the maker there is a block is nobody whom the maker can name [SET-08]. */
async function requireUnblocked({ tx }: FilmWrite, accountId: string, namedBy: readonly string[]): Promise<void> {
  for (const other of new Set(namedBy)) {
    if (await blocks.isBetween(tx, accountId, other)) throw personNotFound();
  }
}

/** A person who declined is not asked again by the film for a while, and nobody is asked endlessly. */
async function requireAskable({ tx, clock }: FilmWrite, named: { filmId: string; accountId: string }): Promise<void> {
  const now = clock.now();
  const from = await declines.possibleFrom(tx, named);
  if (from > now) throw declinedLately(from, now);
  const asked = await claims.countAsked(tx, named.filmId, named.accountId);
  if (asked >= CREW_LIMITS.asksPerPersonMax) throw askedOften();
}

async function namePerson(write: FilmWrite, viewer: AccountViewer, claim: claims.ClaimRow): Promise<void> {
  const { tx, clock, emit } = write;
  const { id: claimId, filmId, crewId, accountId } = claim;
  const isOwn = accountId === viewer.accountId;
  await claims.name(tx, claim, isOwn ? 'ACCEPTED' : 'OPEN', clock.now());
  if (isOwn) await crew.link(tx, crewId, accountId);
  else if (await mayMail(write, viewer, claim)) {
    await emit(creditNamed(await crew.raise(tx, crewId), { filmId, claimId, accountId }));
  }
}

/** One mail a person, film and week, within the limits of all invitations: the rest waits among their credits. */
async function mayMail(
  { tx, clock, config }: FilmWrite,
  viewer: AccountViewer,
  { id, filmId, accountId }: claims.ClaimRow,
): Promise<boolean> {
  const now = clock.now();
  if (!(await marks.isWithinDay(tx, filmId, viewer.accountId, now))) return false;
  const recipientHash = marks.recipientHash(config.RECIPIENT_HASH_KEY, { accountId });
  const sent = { filmId, recipientHash, invitedBy: viewer.accountId };
  await marks.lockRecipient(tx, recipientHash);
  if ((await marks.possibleFrom(tx, sent)) > now) return false;
  if (!(await marks.mayBeMailed(tx, recipientHash, now))) return false;
  await marks.insert(tx, { ...sent, id, mailed: true, createdAt: now });
  return true;
}
