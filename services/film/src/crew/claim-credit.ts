import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { crewIdSchema } from '../films/request-schemas.ts';
import * as blocks from '../people/blocks.ts';
import type { FilmWrite } from '../resources.ts';
import { answerCredit } from './answer-credit.ts';
import * as claims from './claims.ts';
import * as crew from './crew.ts';
import { creditTaken, crewNotFound } from './crew-errors.ts';
import { creditClaimed } from './crew-events.ts';
import { invitationIdOf } from './invitation-tokens.ts';
import * as invitations from './invitations.ts';

export const claimCreditSchema = crewIdSchema.extend({ invitationToken: z.string() });
type ClaimCredit = z.output<typeof claimCreditSchema>;

/**
 * A person claims a credit as theirs; claiming it twice is one claim, and claiming one whose maker has named them is the
 * answer [FLM-05]. Before the film is released only a person whom its maker named or invited can.
 */
export async function claimCredit(
  write: FilmWrite,
  viewer: AccountViewer,
  input: ClaimCredit,
): Promise<claims.Claim | undefined> {
  const { tx, clock, emit, touch } = write;
  const film = await films.get(tx, input.filmId);
  const asked = await claims.findAsked(tx, input, viewer.accountId);
  if (asked) return answerCredit(write, viewer, { claimId: asked.id, answer: 'ACCEPTED' });
  if (!(await isInvited(write, input))) requireVisibleTo(viewer, film);
  // A claim is a request to the maker: with a block between them there is no credit to claim [SET-08].
  if (await blocks.isBetween(tx, film.createdBy, viewer.accountId)) throw crewNotFound();
  const credit = await crew.lock(tx, film.id, input.crewId);
  if (!credit) throw crewNotFound();
  if (credit.personId) throw creditTaken();

  const { accountId } = viewer;
  const claim = await claims.open(tx, { id: newId(), filmId: film.id, crewId: credit.id, accountId }, clock.now());
  if (claim.isNew) {
    const of = { filmId: film.id, claimId: claim.id, accountId };
    await emit(creditClaimed(await crew.raise(tx, credit.id), of));
    touch('film', film);
  }
  return claims.find(tx, claim.id);
}

async function isInvited(
  { tx, config }: FilmWrite,
  { filmId, crewId, invitationToken }: ClaimCredit,
): Promise<boolean> {
  const invitationId = invitationIdOf(config.RECIPIENT_HASH_KEY, invitationToken);
  return invitationId !== undefined && invitations.isOpen(tx, { invitationId, filmId, crewId });
}
