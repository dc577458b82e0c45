import { create } from '@bufbuild/protobuf';
import { CreditClaimDecidedSchema, CreditClaimedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ClaimCreditResponseSchema, DecideCreditClaimResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { requireEditor, requireVisibleTo } from '../films/film-rights.ts';
import { getFilm, lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { decideClaims, getClaim, insertClaim, listClaimsOf, listOpenClaims, openClaimsOn } from './claim-store.ts';
import { claimDecided, claimNotFound, creditTaken, crewNotFound } from './crew-errors.ts';
import { claimMessage } from './crew-message.ts';
import { endInvitations, lockCrew, touchCrew } from './crew-store.ts';

/** A person says that a credit is theirs; saying it twice is one claim [FLM-05]. */
export async function claimCredit(resources: FilmResources, write: Write, input: { filmId: string; crewId: string }) {
  const { clock, outbox } = resources;
  return writeOnce(resources, write, ClaimCreditResponseSchema, async (tx, afterCommit) => {
    const film = await getFilm(tx, input.filmId);
    requireVisibleTo(write.viewer, film);
    const crew = await lockCrew(tx, film.id, input.crewId);
    if (!crew) throw crewNotFound();
    if (crew.person_id) throw creditTaken();
    const accountId = write.viewer.accountId;
    const claim = await insertClaim(
      tx,
      { id: newId(), film_id: film.id, crew_id: crew.id, account_id: accountId },
      clock.now(),
    );
    if (claim.isNew) {
      await outbox.append(tx, {
        schema: CreditClaimedSchema,
        message: create(CreditClaimedSchema, { filmId: film.id, crewId: crew.id, claimId: claim.id, accountId }),
        aggregateType: 'crew',
        aggregateId: crew.id,
        aggregateVersion: await touchCrew(tx, crew.id),
      });
      afterCommit(() => signalFilm(resources, film));
    }
    const row = await getClaim(tx, claim.id);
    return row ? { claim: claimMessage(row) } : {};
  });
}

/** The creator accepts or declines; accepting declines every other claim on the credit. */
export async function decideCreditClaim(
  resources: FilmResources,
  write: Write,
  input: { claimId: string; accept: boolean },
) {
  return writeOnce(resources, write, DecideCreditClaimResponseSchema, async (tx, afterCommit) => {
    const found = await getClaim(tx, input.claimId);
    if (!found) throw claimNotFound();
    const film = await lockFilm(tx, found.film_id);
    requireEditor(write.viewer, film);
    const crew = await lockCrew(tx, film.id, found.crew_id);
    // Read again under the lock: two deciders meet here.
    const claim = await getClaim(tx, input.claimId);
    if (!crew || !claim) throw claimNotFound();
    if (claim.state !== 'OPEN') throw claimDecided();
    if (input.accept && crew.person_id) throw creditTaken();

    await decide(resources, tx, write, { ...claim, accept: input.accept });
    if (input.accept) {
      const saved = await saveFilm(resources, tx, film, {}, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
    }
    const row = await getClaim(tx, claim.id);
    return row ? { claim: claimMessage(row) } : {};
  });
}

type Decision = { id: string; film_id: string; crew_id: string; account_id: string; accept: boolean };

async function decide({ clock, outbox }: FilmResources, tx: Tx, write: Write, claim: Decision): Promise<void> {
  const now = clock.now();
  const by = write.viewer.accountId;
  const others = claim.accept ? (await openClaimsOn(tx, claim.crew_id)).filter(({ id }) => id !== claim.id) : [];
  await decideClaims(tx, { claimIds: [claim.id], state: claim.accept ? 'ACCEPTED' : 'DECLINED', by, now });
  await decideClaims(tx, { claimIds: others.map(({ id }) => id), state: 'DECLINED', by, now });
  if (claim.accept) await endInvitations(tx, claim.crew_id, now);
  const decided = [{ id: claim.id, account_id: claim.account_id, accepted: claim.accept }].concat(
    others.map(({ id, account_id }) => ({ id, account_id, accepted: false })),
  );
  for (const { id, account_id, accepted } of decided) {
    await outbox.append(tx, {
      schema: CreditClaimDecidedSchema,
      message: create(CreditClaimDecidedSchema, {
        filmId: claim.film_id,
        crewId: claim.crew_id,
        claimId: id,
        accountId: account_id,
        accepted,
      }),
      aggregateType: 'crew',
      aggregateId: claim.crew_id,
      aggregateVersion: await touchCrew(tx, claim.crew_id, accepted ? account_id : undefined),
    });
  }
}

/** Open claims on a film, for its creator and staff. */
export async function listCreditClaims(
  { db, config }: FilmResources,
  viewer: Viewer,
  input: { filmId: string; pageSize: number; cursor: string },
) {
  const film = await getFilm(db, input.filmId);
  requireEditor(viewer, film);
  const size = pageSize(input.pageSize);
  const scope = `claims ${film.id}`;
  const key = input.cursor ? decodeCursor<[string]>(config.FILM_SECRET, input.cursor, scope) : undefined;
  const rows = await listOpenClaims(db, { filmId: film.id, afterId: key?.[0] ?? null, size });
  const page = cutPage(rows, size, (last) => encodeCursor(config.FILM_SECRET, [last.id], scope));
  return { claims: page.rows.map(claimMessage), nextCursor: page.nextCursor };
}

export async function listOwnClaims({ db }: FilmResources, viewer: AccountViewer, filmId: string) {
  const film = await getFilm(db, filmId);
  requireVisibleTo(viewer, film);
  return { claims: (await listClaimsOf(db, film.id, viewer.accountId)).map(claimMessage) };
}
