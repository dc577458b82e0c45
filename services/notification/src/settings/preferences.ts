import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import type { NoticeChannelName, NoticeKindName, QuietHours } from '@marquee/rules/notices';
import { type NoticePreference, type NoticeSetting, Prisma } from '../../gen/prisma/client.ts';
import { KINDS } from '../notices/kinds.ts';

type Queryable = Pick<Database, 'query'>;
const SETTING_COLUMNS = columnsOf(Object.values(Prisma.NoticeSettingScalarFieldEnum));

type Choice = { accountId: string; kind: NoticeKindName; channel: NoticeChannelName; enabled: boolean };

/** The channels of a kind that are on for each account. */
export async function channelsOf(
  db: Queryable,
  kind: NoticeKindName,
  accountIds: readonly string[],
): Promise<Map<string, Set<NoticeChannelName>>> {
  const rows = await db.query<Choice>(
    'SELECT account_id, channel, enabled FROM notice_preferences WHERE account_id = ANY($1::uuid[]) AND kind = $2',
    [accountIds, kind],
  );
  const found = new Map(accountIds.map((id) => [id, new Set(KINDS[kind].channels)]));
  for (const { accountId, channel, enabled } of rows) {
    if (enabled) found.get(accountId)?.add(channel);
    else found.get(accountId)?.delete(channel);
  }
  return found;
}

export async function isOn(db: Queryable, { accountId, kind, channel }: Omit<Choice, 'enabled'>): Promise<boolean> {
  return (await channelsOf(db, kind, [accountId])).get(accountId)?.has(channel) ?? false;
}

/** What an account chose, in place of defaults. */
export function chosenBy(db: Queryable, accountId: string): Promise<NoticePreference[]> {
  return db.query<NoticePreference>(
    'SELECT account_id, kind, channel, enabled FROM notice_preferences WHERE account_id = $1',
    [accountId],
  );
}

export async function choose(tx: Tx, { accountId, kind, channel, enabled }: Choice): Promise<void> {
  await tx.query(
    `INSERT INTO notice_preferences (account_id, kind, channel, enabled) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, kind, channel) DO UPDATE SET enabled = excluded.enabled`,
    [accountId, kind, channel, enabled],
  );
}

export async function settingsOf(db: Queryable, accountIds: readonly string[]): Promise<Map<string, NoticeSetting>> {
  const rows = await db.query<NoticeSetting>(
    `SELECT ${SETTING_COLUMNS} FROM notice_settings WHERE account_id = ANY($1::uuid[])`,
    [accountIds],
  );
  return new Map(rows.map((row) => [row.accountId, row]));
}

export async function setQuietHours(tx: Tx, accountId: string, hours: QuietHours): Promise<void> {
  await tx.query(
    `INSERT INTO notice_settings (account_id, quiet, quiet_from_minute, quiet_until_minute, time_zone)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id) DO UPDATE SET quiet = excluded.quiet,
       quiet_from_minute = excluded.quiet_from_minute, quiet_until_minute = excluded.quiet_until_minute,
       time_zone = excluded.time_zone`,
    [accountId, hours.enabled, hours.fromMinute, hours.untilMinute, hours.timeZone],
  );
}

export async function setMailDigest(tx: Tx, accountId: string, enabled: boolean, timeZone: string): Promise<void> {
  await tx.query(
    `INSERT INTO notice_settings (account_id, mail_digest, time_zone) VALUES ($1, $2, $3)
     ON CONFLICT (account_id) DO UPDATE SET mail_digest = excluded.mail_digest, time_zone = excluded.time_zone`,
    [accountId, enabled, timeZone],
  );
}
