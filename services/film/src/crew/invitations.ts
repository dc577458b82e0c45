import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Crew, type CrewInvitation, Prisma } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

/** As long as the bus keeps the event: after that no mail is sent. */
const ADDRESS_KEPT_MS = 14 * 86_400_000;

/** Ends the open invitation of a credit, and forgets its address. */
export async function end(tx: Tx, crewId: string, now: Date): Promise<void> {
  const text =
    "UPDATE crew_invitations SET ended_at = $2, email = '', phone_number = '' WHERE crew_id = $1 AND ended_at IS NULL";
  await tx.query(text, [crewId, now]);
}

/** Forgets the addresses that no message needs any more; the invitations stay open. */
export async function forgetAddresses(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ADDRESS_KEPT_MS);
  for (const column of ['email', 'phone_number']) {
    await db.query(`UPDATE crew_invitations SET ${column} = '' WHERE ${column} <> '' AND created_at < $1`, [before]);
  }
}

export async function insert(tx: Tx, invitation: Omit<CrewInvitation, 'endedAt'>): Promise<void> {
  const { id, filmId, crewId, email, phoneNumber, invitedBy, createdAt, language } = invitation;
  await tx.query(
    `INSERT INTO crew_invitations (id, film_id, crew_id, email, phone_number, invited_by, created_at, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, filmId, crewId, email, phoneNumber, invitedBy, createdAt, language],
  );
}

/** Whether an invitation is open and is about this credit. */
export async function isOpen(tx: Tx, of: { invitationId: string; filmId: string; crewId: string }): Promise<boolean> {
  if (!isId(of.invitationId) || !isId(of.crewId)) return false;
  const text = 'SELECT 1 FROM crew_invitations WHERE id = $1 AND film_id = $2 AND crew_id = $3 AND ended_at IS NULL';
  return (await tx.query(text, [of.invitationId, of.filmId, of.crewId])).length > 0;
}

/** An invitation with the content of its mail. */
export type Invitation = CrewInvitation &
  Pick<Crew, 'firstName' | 'lastName' | 'credit' | 'role'> & {
    department: number;
    filmTitle: string;
    filmVisible: boolean;
    inviterName: string | null;
  };

export async function find(db: Queryable, invitationId: string): Promise<Invitation | undefined> {
  if (!isId(invitationId)) return undefined;
  const [row] = await db.query<Invitation>(
    `SELECT ${columnsOf(Object.values(Prisma.CrewInvitationScalarFieldEnum), 'i')}, c.first_name, c.last_name, c.credit, c.role,
       film_department(c.credit) AS department, f.film_title, ${VISIBLE} AS film_visible,
       p.first_name || ' ' || p.last_name AS inviter_name
     FROM crew_invitations i JOIN crew c ON c.id = i.crew_id JOIN films f ON f.id = i.film_id
       LEFT JOIN people p ON p.id = i.invited_by
     WHERE i.id = $1`,
    [invitationId],
  );
  return row;
}
