import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import { type DevInboxMessage, Prisma } from '../../gen/prisma/client.ts';

export type { DevInboxMessage };

const COLUMNS = columnsOf(Object.values(Prisma.DevInboxMessageScalarFieldEnum));

const MESSAGES_KEPT = 500;
const MESSAGES_SHOWN = 100;

/** Stores a message, and deletes all but the newest. */
export async function insert(db: Database, message: DevInboxMessage): Promise<void> {
  await db.transaction(async (tx) => {
    const { text, values } = insertClause(message);
    await tx.query(`INSERT INTO dev_inbox_messages ${text}`, values);
    await tx.query(
      'DELETE FROM dev_inbox_messages WHERE id IN (SELECT id FROM dev_inbox_messages ORDER BY id DESC OFFSET $1)',
      [MESSAGES_KEPT],
    );
  });
}

export async function newest(db: Database): Promise<DevInboxMessage[]> {
  const text = `SELECT ${COLUMNS} FROM dev_inbox_messages ORDER BY id DESC LIMIT $1`;
  return db.query<DevInboxMessage>(text, [MESSAGES_SHOWN]);
}
