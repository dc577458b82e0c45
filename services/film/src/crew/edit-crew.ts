import { create } from '@bufbuild/protobuf';
import { CrewInvitedSchema } from '@marquee/contracts/events/v1/film_pb';
import {
  AddCrewResponseSchema,
  InviteCrewResponseSchema,
  RemoveCrewResponseSchema,
} from '@marquee/contracts/film/v1/studio_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { addCrewSchema } from '@marquee/rules/film-crew';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import type { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import { lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { type AfterCommit, signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { creditTaken, crewFull, crewNotFound, invitationLimit, personNotFound } from './crew-errors.ts';
import { crewMessage } from './crew-message.ts';
import {
  countCrew,
  countInvitations,
  deleteCrew,
  endInvitations,
  getCrewRow,
  insertCrew,
  insertInvitation,
  lockCrew,
  personExists,
  touchCrew,
} from './crew-store.ts';

const DAY_MS = 86_400_000;

/** Locks a film that the viewer may edit. */
async function lockOwn(resources: FilmResources, tx: Tx, write: Write, filmId: string, afterCommit: AfterCommit) {
  const film = await lockFilm(tx, filmId);
  requireEditor(write.viewer, film);
  return {
    film,
    async edited() {
      const saved = await saveFilm(resources, tx, film, {}, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
    },
  };
}

/** Adds a credit [FLM-05]. */
export async function addCrew(
  resources: FilmResources,
  write: Write,
  input: z.output<typeof addCrewSchema> & { filmId: string },
) {
  return writeOnce(resources, write, AddCrewResponseSchema, async (tx, afterCommit) => {
    const { film, edited } = await lockOwn(resources, tx, write, input.filmId, afterCommit);
    if ((await countCrew(tx, film.id)) >= CREW_LIMITS.crewMax) throw crewFull();
    if (input.personId && !(await personExists(tx, input.personId))) throw personNotFound();
    const crew = {
      id: newId(),
      film_id: film.id,
      credit: input.credit,
      first_name: input.firstName,
      last_name: input.lastName,
      role: input.role,
      person_id: input.personId || null,
    };
    await insertCrew(tx, crew, resources.clock.now());
    await edited();
    const row = await getCrewRow(tx, film.id, crew.id);
    return row ? { entry: crewMessage(row, true) } : {};
  });
}

/** Removes a credit with its claims and invitations; removing it twice changes nothing. */
export async function removeCrew(resources: FilmResources, write: Write, input: { filmId: string; crewId: string }) {
  return writeOnce(resources, write, RemoveCrewResponseSchema, async (tx, afterCommit) => {
    const { film, edited } = await lockOwn(resources, tx, write, input.filmId, afterCommit);
    await deleteCrew(tx, film.id, input.crewId);
    await edited();
    return {};
  });
}

/** Has the person behind a credit invited by mail; the address stays here, notification asks for it when it sends. */
export async function inviteCrew(
  resources: FilmResources,
  write: Write,
  input: { filmId: string; crewId: string; email: string },
) {
  const { clock, outbox } = resources;
  return writeOnce(resources, write, InviteCrewResponseSchema, async (tx, afterCommit) => {
    const { film } = await lockOwn(resources, tx, write, input.filmId, afterCommit);
    const crew = await lockCrew(tx, film.id, input.crewId);
    if (!crew) throw crewNotFound();
    if (crew.person_id) throw creditTaken();
    const now = clock.now();
    const today = await countInvitations(tx, film.id, new Date(now.getTime() - DAY_MS));
    if (today >= CREW_LIMITS.invitationsPerFilmADayMax) throw invitationLimit();

    await endInvitations(tx, crew.id, now);
    const invitationId = newId();
    await insertInvitation(tx, {
      id: invitationId,
      film_id: film.id,
      crew_id: crew.id,
      email: input.email,
      invited_by: write.viewer.accountId,
      created_at: now,
    });
    await outbox.append(tx, {
      schema: CrewInvitedSchema,
      message: create(CrewInvitedSchema, { filmId: film.id, crewId: crew.id, invitationId }),
      aggregateType: 'crew',
      aggregateId: crew.id,
      aggregateVersion: await touchCrew(tx, crew.id),
    });
    const row = await getCrewRow(tx, film.id, crew.id);
    return row ? { entry: crewMessage(row, true) } : {};
  });
}
