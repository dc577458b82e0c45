import { newId } from '@marquee/data/ids';
import { CREW_LIMITS, inviteCrewSchema } from '@marquee/rules/film-crew';
import { isInterfaceLanguage } from '@marquee/rules/interface-languages';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { crewIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as crew from './crew.ts';
import { creditTaken, crewNotFound, invitationLimit, invitedLately, textsNotSent } from './crew-errors.ts';
import { crewInvited } from './crew-events.ts';
import * as marks from './invitation-marks.ts';
import * as invitations from './invitations.ts';

export const inviteCrewRequestSchema = inviteCrewSchema.safeExtend({ ...crewIdSchema.shape, language: z.string() });

/** Nothing is known of who reads at the address: they are written to in the language of the page of who invites them. */
export function inviteCrewInput(request: object, { client: { language = '' } }: CallContext): object {
  return { ...request, language: isInterfaceLanguage(language) ? language : '' };
}

/**
 * Has the person behind a credit invited by mail or text message: once in seven days for a film, twice a day for an
 * inviter. A person who got many invitations today gets no further one, and the inviter is answered as always: who else invites this person is
 * private. The address stays here: notification asks for it when it sends.
 */
export async function inviteCrew(
  { tx, clock, config, emit }: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof inviteCrewRequestSchema>,
): Promise<crew.Credit | undefined> {
  const film = await films.lock(tx, input.filmId);
  requireEditor(viewer, film);
  if (input.phoneNumber && config.INVITATION_TEXTS !== '1') throw textsNotSent();
  const credit = await crew.lock(tx, film.id, input.crewId);
  if (!credit) throw crewNotFound();
  if (credit.personId) throw creditTaken();
  const now = clock.now();
  if (!(await marks.isWithinDay(tx, film.id, viewer.accountId, now))) throw invitationLimit();
  const recipientHash = marks.recipientHash(config.RECIPIENT_HASH_KEY, input);
  await marks.lockRecipient(tx, recipientHash);
  const sent = { filmId: film.id, invitedBy: viewer.accountId };
  const from = await marks.possibleFrom(tx, { ...sent, recipientHash });
  if (from > now) throw invitedLately(from, now);

  await invitations.end(tx, credit.id, now);
  const id = newId();
  const { email, phoneNumber, language } = input;
  const { textsPerRecipientADayMax, invitationsPerRecipientADayMax } = CREW_LIMITS;
  const dayMax = phoneNumber ? textsPerRecipientADayMax : invitationsPerRecipientADayMax;
  const mailed = await marks.mayBeMailed(tx, recipientHash, now, dayMax);
  const invited = { ...sent, id, createdAt: now };
  await marks.insert(tx, { ...invited, recipientHash, mailed });
  // Without a message no address is kept.
  const address = mailed ? { email, phoneNumber } : { email: '', phoneNumber: '' };
  await invitations.insert(tx, { ...invited, ...address, crewId: credit.id, language });
  if (mailed) await emit(crewInvited(await crew.raise(tx, credit.id), { filmId: film.id, invitationId: id }));
  return crew.find(tx, film.id, credit.id);
}
