import type { Database, Tx } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import { pruneRows } from '@marquee/data/prune';
import type { EmailChange, PrismaClient } from '../../gen/prisma/client.ts';

/** An account's newest change of email. */
export async function findNewest(prisma: Reader<PrismaClient>, accountId: string): Promise<EmailChange | null> {
  return prisma.emailChange.findFirst({ where: { accountId }, orderBy: { requestedAt: 'desc' } });
}

export async function insert(tx: Tx, change: Omit<EmailChange, 'confirmedAt'>): Promise<void> {
  await tx.query(
    'INSERT INTO email_changes (id, account_id, email, requested_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [change.id, change.accountId, change.email, change.requestedAt, change.expiresAt],
  );
}

export async function setConfirmed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query('UPDATE email_changes SET confirmed_at = $2 WHERE id = $1', [id, now]);
}

/** Deletes changes that could be confirmed until `before`. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'email_changes', where: 'expires_at < $1', values: [before] });
}
