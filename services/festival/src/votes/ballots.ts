import { columnsOf, insertClause } from '@marquee/data/columns';
import { type Query, send, type Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { BallotFields } from '@marquee/rules/votes';
import { type Ballot, type BallotCount, Prisma } from '../../gen/prisma/client.ts';
import { ballotNotFound } from './vote-errors.ts';
import { type MayVote, mayVote } from './voters.ts';

export type { Ballot, BallotCount };

/** What reads, inside a transaction or outside. */
export type Queryable = { query: Query };

/** Where a ballot is: at an event, or at one of its blocks. */
export type BallotPlace = { eventId: string; blockId: string };

const COLUMNS = columnsOf(Object.values(Prisma.BallotScalarFieldEnum), 'b');

/** The ballot of a place. @throws DomainError NOT_FOUND, BALLOT_NOT_FOUND */
export async function at(db: Queryable, { eventId, blockId }: BallotPlace): Promise<Ballot> {
  const [row] = isPlace({ eventId, blockId })
    ? await db.query<Ballot>({
        name: 'ballots.at',
        text: `SELECT ${COLUMNS} FROM ballots b WHERE b.event_id = $1 AND b.block_id IS NOT DISTINCT FROM $2::uuid`,
        values: [eventId, blockId || null],
      })
    : [];
  if (!row) throw ballotNotFound();
  return row;
}

/** A ballot as a voter finds it. */
export type BallotToVote = Ballot & {
  festivalId: string;
  /** Whether everybody sees its event. */
  isShown: boolean;
  /** Whether the film is voted for on it. */
  hasFilm: boolean;
} & MayVote;

const isPlace = ({ eventId, blockId }: BallotPlace) => isId(eventId) && (blockId === '' || isId(blockId));

/** The ballot of a place for a vote of an account for a film; undefined where there is none. */
export async function findToVote(
  db: Queryable,
  place: BallotPlace,
  { filmId, accountId }: { filmId: string; accountId: string },
): Promise<BallotToVote | undefined> {
  if (!isPlace(place)) return undefined;
  const [row] = await db.query<BallotToVote>({
    name: 'ballots.to-vote',
    text: `SELECT ${COLUMNS}, e.festival_id, e.status <> 'DRAFT' AND o.status = 'ACTIVE' AS is_shown, EXISTS (
        SELECT FROM blocks k JOIN block_films s ON s.block_id = k.id JOIN films f ON f.id = s.film_id
        WHERE k.event_id = b.event_id AND (b.block_id IS NULL OR k.id = b.block_id) AND f.id = $3 AND f.visible
      ) AS has_film, ${mayVote('$4')}
      FROM ballots b JOIN events e ON e.id = b.event_id JOIN organizations o ON o.id = e.festival_id
      WHERE b.event_id = $1 AND b.block_id IS NOT DISTINCT FROM $2::uuid`,
    values: [place.eventId, place.blockId || null, isId(filmId) ? filmId : null, accountId],
  });
  return row;
}

/** The ballot by its id. @throws DomainError NOT_FOUND, BALLOT_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<Ballot> {
  const text = `SELECT ${COLUMNS} FROM ballots b WHERE b.id = $1`;
  const [row] = isId(id) ? await db.query<Ballot>({ name: 'ballots.get', text, values: [id] }) : [];
  if (!row) throw ballotNotFound();
  return row;
}

/** The ballot by its id, locked until the transaction ends; undefined if it is gone. */
export async function lock(tx: Tx, id: string): Promise<Ballot | undefined> {
  const text = `SELECT ${COLUMNS} FROM ballots b WHERE b.id = $1 FOR NO KEY UPDATE`;
  const [row] = await tx.query<Ballot>({ name: 'ballots.lock', text, values: [id] });
  return row;
}

/** The ballots of an event: that of the whole first, then by their opening. */
export async function listOfEvent(db: Queryable, eventId: string): Promise<Ballot[]> {
  return db.query<Ballot>({
    name: 'ballots.ofEvent',
    text: `SELECT ${COLUMNS} FROM ballots b WHERE b.event_id = $1
      ORDER BY b.block_id IS NOT NULL, b.opens_at, b.id`,
    values: [eventId],
  });
}

/**
 * Who votes holds the ballot of a place together with all others who do, until the transaction ends. Gives its id; undefined
 * where there is none.
 */
export async function holdTogether(tx: Tx, place: BallotPlace): Promise<string | undefined> {
  if (!isPlace(place)) return undefined;
  const [row] = await tx.query<{ id: string }>({
    name: 'ballots.hold-together',
    text: `SELECT b.id, pg_advisory_xact_lock_shared(hashtextextended('ballot ' || b.id, 0)) FROM ballots b
      WHERE b.event_id = $1 AND b.block_id IS NOT DISTINCT FROM $2::uuid`,
    values: [place.eventId, place.blockId || null],
  });
  return row?.id;
}

/** Who changes, removes or counts a ballot holds it alone, until the transaction ends. */
export async function holdAlone(tx: Tx, id: string): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('ballot ' || $1, 0))`;
  await send(tx, { name: 'ballots.hold-alone', text, values: [id] });
}

export async function insert(
  tx: Tx,
  row: BallotFields & { id: string; eventId: string; blockId: string | null; createdAt: Date },
): Promise<Ballot> {
  const { text, values } = insertClause(row);
  const [inserted] = await tx.query<Ballot>(`INSERT INTO ballots AS b ${text} RETURNING ${COLUMNS}`, values);
  return inserted as Ballot;
}

/** Changes what a director sets of a ballot. */
export async function update(tx: Tx, id: string, fields: BallotFields): Promise<Ballot> {
  const [updated] = await tx.query<Ballot>(
    `UPDATE ballots b SET type = $2, opens_at = $3, closes_at = $4, ticket_holders_only = $5, attended_only = $6,
       version = version + 1
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, fields.type, fields.opensAt, fields.closesAt, fields.ticketHoldersOnly, fields.attendedOnly],
  );
  return updated as Ballot;
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM ballots WHERE id = $1', [id]);
}

/** The ballots whose chain or count is not finished, at most `limit`. */
export async function unfinished(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'ballots.unfinished',
    text: `SELECT b.id FROM ballots b WHERE b.counted_at IS NULL AND b.opens_at <= $1
        AND (b.closes_at <= $1 OR EXISTS (SELECT FROM votes v WHERE v.ballot_id = b.id AND v.number IS NULL))
      ORDER BY b.closes_at LIMIT $2`,
    values: [now, limit],
  });
  return rows.map(({ id }) => id);
}

/** The ballots that take votes since they were last looked at, at events that everybody sees; at most `limit`. */
export async function newlyOpen(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'ballots.newly-open',
    text: `SELECT b.id FROM ballots b JOIN events e ON e.id = b.event_id JOIN organizations o ON o.id = e.festival_id
      WHERE b.opened_at IS NULL AND b.opens_at <= $1 AND b.closes_at > $1
        AND e.status NOT IN ('DRAFT', 'CANCELLED') AND o.status = 'ACTIVE'
      ORDER BY b.opens_at, b.id LIMIT $2`,
    values: [now, limit],
  });
  return rows.map(({ id }) => id);
}

export async function markOpened(tx: Tx, id: string, openedAt: Date): Promise<Ballot> {
  const [updated] = await tx.query<Ballot>(
    `UPDATE ballots b SET opened_at = $2, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, openedAt],
  );
  return updated as Ballot;
}

/** Keeps how far the chain of a locked ballot has come. */
export async function extend(tx: Tx, id: string, records: bigint, chainHead: Uint8Array): Promise<void> {
  await tx.query('UPDATE ballots SET records = $2, chain_head = $3 WHERE id = $1', [id, records, chainHead]);
}

export async function markCounted(tx: Tx, id: string, countedAt: Date): Promise<Ballot> {
  const [updated] = await tx.query<Ballot>(
    `UPDATE ballots b SET counted_at = $2, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, countedAt],
  );
  return updated as Ballot;
}

/** Adds votes to the sums of a ballot. */
export async function addCounts(tx: Tx, ballotId: string, counts: readonly Omit<BallotCount, 'ballotId'>[]) {
  await tx.query(
    `INSERT INTO ballot_counts AS c (ballot_id, film_id, votes, score_sum)
     SELECT $1, film_id, votes, score_sum FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) u (film_id, votes, score_sum)
     ON CONFLICT (ballot_id, film_id) DO UPDATE
     SET votes = c.votes + excluded.votes, score_sum = c.score_sum + excluded.score_sum`,
    [ballotId, counts.map((c) => c.filmId), counts.map((c) => c.votes), counts.map((c) => c.scoreSum)],
  );
}

/** The sums of ballots, the most votes first. */
export async function counts(db: Queryable, ballotIds: readonly string[]): Promise<BallotCount[]> {
  return db.query<BallotCount>({
    name: 'ballots.counts',
    text: `SELECT ballot_id, film_id, votes, score_sum FROM ballot_counts WHERE ballot_id = ANY($1::uuid[])
      ORDER BY ballot_id, score_sum::float8 / votes DESC, votes DESC, film_id`,
    values: [ballotIds],
  });
}
