import { isId } from '@marquee/data/ids';
import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import type { RateLimit } from '@marquee/runtime/rate-limits';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as claims from './claims.ts';
import * as declines from './credit-declines.ts';
import * as crew from './crew.ts';
import { claimNotFound, creditTaken } from './crew-errors.ts';
import { creditClaimDecided } from './crew-events.ts';
import { acceptClaim } from './settle-claim.ts';

const ANSWERS = ['OPEN', 'ACCEPTED', 'DECLINED'] as const;

export const answerCreditSchema = z.object({
  claimId: z.string(),
  answer: z.enum(ANSWERS, CREW_MESSAGES.answerMissing),
});

/** Each change of an answer is an event, and the film's page is rendered again. */
const ANSWERS_AN_HOUR: RateLimit = { points: 5, durationS: 3_600 };

/**
 * Counts an answer to a credit, or the claim of one, which may be the answer. Declining is not counted: nobody waits to be
 * taken off a credit, and who declines has to answer otherwise before they can decline again.
 *
 * @throws DomainError EXHAUSTED, RATE_LIMITED
 */
export async function limitAnswers(
  { rateLimits }: FilmResources,
  viewer: AccountViewer,
  input: z.output<typeof answerCreditSchema> | { crewId: string },
): Promise<void> {
  if ('answer' in input && input.answer === 'DECLINED') return;
  const id = 'answer' in input ? input.claimId : input.crewId;
  // What is no id names no credit, and would be kept as a key of any length.
  if (isId(id)) await rateLimits.consume('answer-credit', `${viewer.accountId}/${id}`, ANSWERS_AN_HOUR);
}

/**
 * A person whom a film names agrees to it or not, or takes their answer back, a few times an hour; repeating an answer
 * changes nothing. Only while they agree does the credit show who they are [FLM-05].
 */
export async function answerCredit(
  write: FilmWrite,
  viewer: AccountViewer,
  { claimId, answer }: z.output<typeof answerCreditSchema>,
): Promise<claims.Claim | undefined> {
  const { tx } = write;
  const found = await claims.find(tx, claimId);
  if (!found) throw claimNotFound();
  const film = await films.lock(tx, found.filmId);
  const credit = await crew.lock(tx, film.id, found.crewId);
  // Read again under the lock: the maker may decide at the same time.
  const claim = await claims.find(tx, claimId);
  // What a person only claims is the maker's to decide.
  if (!credit || claim?.accountId !== viewer.accountId || !claim.makerAgrees) throw claimNotFound();
  if (claim.state === answer) return claim;

  if (answer === 'ACCEPTED') {
    if (credit.personId) throw creditTaken();
    await acceptClaim(write, claim, viewer.accountId);
    await declines.remove(tx, claim);
  } else await keepBack(write, claim, answer);
  // The film keeps its version: an answer must not end what its maker is editing. The event drops the public page.
  write.touch('film', film);
  return claims.find(tx, claim.id);
}

async function keepBack(
  { tx, clock, emit }: FilmWrite,
  claim: claims.Claim,
  answer: 'OPEN' | 'DECLINED',
): Promise<void> {
  const { id: claimId, filmId, crewId, accountId } = claim;
  const now = clock.now();
  await claims.keepBack(tx, claimId, answer, now);
  if (answer === 'DECLINED') await declines.keep(tx, claim, now);
  else await declines.remove(tx, claim);
  if (claim.state === 'ACCEPTED') await crew.link(tx, crewId, null);
  await emit(
    creditClaimDecided(await crew.raise(tx, crewId), {
      filmId,
      claimId,
      accountId,
      accepted: false,
      decidedBy: accountId,
    }),
  );
}
