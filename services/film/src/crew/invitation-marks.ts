import { createHmac } from 'node:crypto';
import type { Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import { mailboxOf } from '@marquee/rules/email';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import type { InvitationMark } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const DAY_MS = 86_400_000;
const BETWEEN_MS = CREW_LIMITS.daysBetweenInvitations * DAY_MS;

/** A recipient as marks hold them: a mailbox, the same for all variants of its address, a phone number or an account. */
export function recipientHash(
  key: string,
  recipient: { email: string; phoneNumber: string } | { accountId: string },
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', key).update(nameOf(recipient)).digest());
}

function nameOf(recipient: { email: string; phoneNumber: string } | { accountId: string }): string {
  if ('accountId' in recipient) return `account\n${recipient.accountId}`;
  return recipient.phoneNumber ? `phone\n${recipient.phoneNumber}` : `mail\n${mailboxOf(recipient.email)}`;
}

type Invitation = Pick<InvitationMark, 'filmId' | 'recipientHash' | 'invitedBy'>;

/**
 * Tells whether a film and an inviter may invite one more today. The film is locked; from here on until the transaction
 * ends, the invitations of one inviter, to all films, follow one another.
 */
export async function isWithinDay(tx: Tx, filmId: string, inviterId: string, now: Date): Promise<boolean> {
  await lock(tx, `inviter:${inviterId}`);
  const [row] = await tx.query<{ ofFilm: number; ofInviter: number }>(
    `SELECT (SELECT count(*)::int FROM invitation_marks WHERE film_id = $1 AND created_at > $3) AS of_film,
       (SELECT count(*)::int FROM invitation_marks WHERE invited_by = $2 AND created_at > $3) AS of_inviter`,
    [filmId, inviterId, new Date(now.getTime() - DAY_MS)],
  );
  const { ofFilm = 0, ofInviter = 0 } = row ?? {};
  return ofFilm < CREW_LIMITS.invitationsPerFilmADayMax && ofInviter < CREW_LIMITS.invitationsPerInviterADayMax;
}

/** Lets the invitations of one recipient, of all films, follow one another until the transaction ends. */
export async function lockRecipient(tx: Tx, recipient: Uint8Array): Promise<void> {
  await lock(tx, `invitation:${Buffer.from(recipient).toString('hex')}`);
}

async function lock(tx: Tx, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/**
 * When a film and an inviter may invite this recipient again: long ago, if they have not lately. Both know of what they
 * have sent, mailed or not.
 */
export async function possibleFrom(tx: Tx, { filmId, recipientHash, invitedBy }: Invitation): Promise<Date> {
  const [row] = await tx.query<{ ofFilm: Date | null; ofInviter: Date | null }>(
    `SELECT (SELECT max(created_at) FROM invitation_marks WHERE recipient_hash = $1 AND film_id = $2) AS of_film,
       (SELECT created_at FROM invitation_marks WHERE recipient_hash = $1 AND invited_by = $3
        ORDER BY created_at DESC OFFSET ${CREW_LIMITS.invitationsPerPairADayMax - 1} LIMIT 1) AS of_inviter`,
    [recipientHash, filmId, invitedBy],
  );
  const { ofFilm, ofInviter } = row ?? {};
  return new Date(Math.max(ofFilm ? ofFilm.getTime() + BETWEEN_MS : 0, ofInviter ? ofInviter.getTime() + DAY_MS : 0));
}

/** Tells whether a recipient may get one more message today, of all inviters. Nobody who invites may learn this. */
export async function mayBeMailed(
  tx: Tx,
  recipientHash: Uint8Array,
  now: Date,
  dayMax: number = CREW_LIMITS.invitationsPerRecipientADayMax,
): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM invitation_marks WHERE recipient_hash = $1 AND mailed AND created_at > $2',
    [recipientHash, new Date(now.getTime() - DAY_MS)],
  );
  return (row?.count ?? 0) < dayMax;
}

export async function insert(tx: Tx, mark: InvitationMark): Promise<void> {
  const { id, filmId, recipientHash, createdAt, invitedBy, mailed } = mark;
  await tx.query(
    `INSERT INTO invitation_marks (id, film_id, recipient_hash, created_at, invited_by, mailed)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, filmId, recipientHash, createdAt, invitedBy, mailed],
  );
}

/** Deletes the marks that no limit asks for any more. */
export async function prune(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - BETWEEN_MS);
  await pruneRows(db, { table: 'invitation_marks', where: 'created_at < $1', values: [before] });
}
