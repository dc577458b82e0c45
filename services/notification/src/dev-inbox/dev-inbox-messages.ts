import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type DevInboxMessage as Row } from '../../gen/prisma/client.ts';
import type { Attachment } from '../messages/message.ts';

/** A file of a message as the list shows it. */
export type ListedAttachment = { filename: string; contentType: string; bytes: number };
export type DevInboxMessage = Omit<Row, 'attachments'> & { attachments: ListedAttachment[] };
export type NewDevInboxMessage = Omit<Row, 'attachments'> & { attachments: readonly Attachment[] };

const FIELDS = Object.values(Prisma.DevInboxMessageScalarFieldEnum).filter((field) => field !== 'attachments');
// Without what the files hold: a list of a hundred mails would be large.
const LISTED = `(SELECT coalesce(jsonb_agg(jsonb_build_object('filename', a->'filename', 'contentType', a->'contentType',
    'bytes', octet_length(decode(a->>'content', 'base64'))) ORDER BY n), '[]')
  FROM jsonb_array_elements(attachments) WITH ORDINALITY AS files (a, n))`;

const MESSAGES_KEPT = 500;
const MESSAGES_SHOWN = 100;

/** Stores a message, and deletes all but the newest. */
export async function insert(db: Database, { attachments, ...message }: NewDevInboxMessage): Promise<void> {
  const files = attachments.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content).toString('base64'),
  }));
  await db.transaction(async (tx) => {
    const { text, values } = insertClause({ ...message, attachments: files }, { json: new Set(['attachments']) });
    await tx.query(`INSERT INTO dev_inbox_messages ${text}`, values);
    await tx.query(
      'DELETE FROM dev_inbox_messages WHERE id IN (SELECT id FROM dev_inbox_messages ORDER BY id DESC OFFSET $1)',
      [MESSAGES_KEPT],
    );
  });
}

export async function newest(db: Database): Promise<DevInboxMessage[]> {
  const text = `SELECT ${columnsOf(FIELDS)}, ${LISTED} AS attachments FROM dev_inbox_messages ORDER BY id DESC LIMIT $1`;
  return db.query<DevInboxMessage>(text, [MESSAGES_SHOWN]);
}

/** A file of a message, by its place among them from 0 on. */
export async function attachment(db: Database, id: string, index: number): Promise<Attachment | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.query<{ file: Record<keyof Attachment, string> | null }>(
    'SELECT attachments->$2::int AS file FROM dev_inbox_messages WHERE id = $1',
    [id, index],
  );
  const file = row?.file;
  return file ? { ...file, content: Buffer.from(file.content, 'base64') } : undefined;
}
