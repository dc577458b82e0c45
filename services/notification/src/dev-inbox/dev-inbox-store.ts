import type { Database } from '@marquee/data/database';
import type { DevInboxMessage } from '../../gen/prisma/client.ts';

export type DevInboxEntry = {
  id: string;
  channel: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  code: string;
  at: Date;
};

const MESSAGES_KEPT = 500;
const MESSAGES_SHOWN = 100;

export const devInboxStore = {
  async insert(db: Database, entry: DevInboxEntry): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO dev_inbox_messages (id, channel, address, subject, text, html, links, code, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [entry.id, entry.channel, entry.to, entry.subject, entry.text, entry.html, entry.links, entry.code, entry.at],
      );
      await tx.query(
        'DELETE FROM dev_inbox_messages WHERE id IN (SELECT id FROM dev_inbox_messages ORDER BY id DESC OFFSET $1)',
        [MESSAGES_KEPT],
      );
    });
  },

  async newest(db: Database): Promise<DevInboxEntry[]> {
    const rows = await db.query<Omit<DevInboxMessage, 'address' | 'sentAt'> & { to: string; at: Date }>(
      `SELECT id, channel, address AS "to", subject, text, html, links, code, sent_at AS at
       FROM dev_inbox_messages ORDER BY id DESC LIMIT $1`,
      [MESSAGES_SHOWN],
    );
    return rows;
  },
};
