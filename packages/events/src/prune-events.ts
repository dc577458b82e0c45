import type { Database } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import { INBOX_RETENTION_DAYS } from './bus.ts';

const OUTBOX_KEPT_HOURS = 24;

/** Deletes what was published a day ago, and what was consumed so long ago that no bus delivers it again. */
export async function pruneEvents(db: Database): Promise<void> {
  await pruneRows(db, { table: 'outbox', where: `published_at < now() - interval '${OUTBOX_KEPT_HOURS} hours'` });
  await pruneRows(db, { table: 'inbox', where: `received_at < now() - interval '${INBOX_RETENTION_DAYS} days'` });
}
