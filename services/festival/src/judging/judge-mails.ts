import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Hash } from '../gifts/address-hashes.ts';
import type { Queryable } from '../organizations/organizations.ts';

const DAY_MS = 86_400_000;
type Mail = { inviterId: string; mailbox: Hash; now: Date };

/** How many invitations to judge were mailed in the last day: by one person, and to one mailbox. */
export async function countLately(
  tx: Tx,
  { inviterId, mailbox, now }: Mail,
): Promise<{ ofInviter: number; toMailbox: number }> {
  const [row] = await tx.query<{ ofInviter: number; toMailbox: number }>({
    name: 'judge-mails.lately',
    text: `SELECT count(*) FILTER (WHERE inviter_id = $1)::int AS of_inviter,
        count(*) FILTER (WHERE mailbox_hash = $2)::int AS to_mailbox
      FROM judge_mails WHERE created_at > $3 AND (inviter_id = $1 OR mailbox_hash = $2)`,
    values: [inviterId, mailbox, new Date(now.getTime() - DAY_MS)],
  });
  return row ?? { ofInviter: 0, toMailbox: 0 };
}

export async function insert(tx: Tx, { inviterId, mailbox, now }: Mail): Promise<void> {
  await tx.query('INSERT INTO judge_mails (id, inviter_id, mailbox_hash, created_at) VALUES ($1, $2, $3, $4)', [
    ...[newId(), inviterId, mailbox, now],
  ]);
}

/** Deletes those that no limit counts any more. */
export async function prune(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM judge_mails WHERE created_at < $1', [new Date(now.getTime() - DAY_MS)]);
}
