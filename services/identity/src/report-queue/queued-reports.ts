import type { Database, Tx } from '@marquee/data/database';
import { BACK_OFFICE_LIMITS } from '@marquee/rules/back-office-messages';

type Queryable = Pick<Database, 'query'>;

export type ReportState = 'OPEN' | 'IN_HAND' | 'CLOSED';

/** A report of Marquee itself or of a profile, as staff see it. */
export type QueuedReport = {
  id: string;
  kind: 'BUG' | 'FEEDBACK' | 'PROFILE';
  state: ReportState;
  title: string;
  reason: string;
  details: string;
  createdAt: Date;
  reporterId: string;
  reporterName: string;
  profileId: string | null;
  profileName: string;
  handledBy: string | null;
  handlerName: string;
  decision: string;
  note: string;
  resolvedAt: Date | null;
};

const OUTCOME = 'details, created_at, handled_by, decision, note, resolved_at';
const OF_SITE = `SELECT id, type AS kind, account_id AS reporter_id, NULL::uuid AS profile_id, title, '' AS reason, ${OUTCOME}
  FROM reports`;
const OF_PROFILES = `SELECT id, 'PROFILE' AS kind, reporter_id, profile_id, '' AS title, reason, ${OUTCOME}
  FROM profile_reports`;

// As literals, so that the index of those that are not closed is used.
const IN_STATE: Record<ReportState, string> = {
  OPEN: 'resolved_at IS NULL AND handled_by IS NULL',
  IN_HAND: 'resolved_at IS NULL AND handled_by IS NOT NULL',
  CLOSED: 'resolved_at IS NOT NULL',
};

const nameOf = (table: string) => `coalesce(trim(${table}.first_name || ' ' || ${table}.last_name), '')`;
const named = (reports: string) => `
  SELECT r.*, CASE WHEN r.${IN_STATE.CLOSED} THEN 'CLOSED' WHEN r.handled_by IS NULL THEN 'OPEN' ELSE 'IN_HAND' END AS state,
    ${nameOf('reporter')} AS reporter_name, ${nameOf('profile')} AS profile_name, ${nameOf('handler')} AS handler_name
  FROM (${reports}) r
  LEFT JOIN accounts reporter ON reporter.id = r.reporter_id
  LEFT JOIN accounts profile ON profile.id = r.profile_id
  LEFT JOIN accounts handler ON handler.id = r.handled_by
  ORDER BY r.id`;

/** Nobody among staff sees reports of their own profile. */
export type ReportFilter = {
  viewerId: string;
  kind?: QueuedReport['kind'] | undefined;
  state?: ReportState | undefined;
};

/** The oldest first, after one of them. */
export function list(
  db: Queryable,
  { viewerId, kind, state }: ReportFilter,
  afterId: string | undefined,
  limit: number,
): Promise<QueuedReport[]> {
  const sources = kind === 'PROFILE' ? [OF_PROFILES] : kind ? [OF_SITE] : [OF_SITE, OF_PROFILES];
  const where = [
    '($1::uuid IS NULL OR id > $1)',
    ...(state ? [IN_STATE[state]] : []),
    ...(kind && kind !== 'PROFILE' ? ['type = $4'] : []),
  ].join(' AND ');
  const whose = (source: string) => (source === OF_PROFILES ? 'profile_id <> $3' : '$3::uuid IS NOT NULL');
  const each = sources
    .map((source) => `(${source} WHERE ${where} AND ${whose(source)} ORDER BY id LIMIT $2)`)
    .join(' UNION ALL ');
  const values = [afterId ?? null, limit, viewerId, ...(kind && kind !== 'PROFILE' ? [kind] : [])];
  return db.query<QueuedReport>({ text: named(`SELECT * FROM (${each}) a ORDER BY id LIMIT $2`), values });
}

export async function find(db: Queryable, id: string): Promise<QueuedReport | undefined> {
  const each = [OF_SITE, OF_PROFILES].map((source) => `${source} WHERE id = $1`).join(' UNION ALL ');
  const [report] = await db.query<QueuedReport>({ name: 'queued-reports.find', text: named(each), values: [id] });
  return report;
}

/** How many are not closed, up to a bound. */
export async function countWaiting(db: Queryable, viewerId: string): Promise<number> {
  const [row] = await db.query<{ waiting: number }>({
    name: 'queued-reports.waiting',
    text: `SELECT count(*)::int AS waiting FROM (
        (SELECT 1 FROM reports WHERE resolved_at IS NULL LIMIT $1) UNION ALL
        (SELECT 1 FROM profile_reports WHERE resolved_at IS NULL AND profile_id <> $2 LIMIT $1) LIMIT $1) a`,
    values: [BACK_OFFICE_LIMITS.reportsCountedMax, viewerId],
  });
  return row?.waiting ?? 0;
}

type Found = Pick<QueuedReport, 'id' | 'kind'>;
const tableOf = ({ kind }: Found) => (kind === 'PROFILE' ? 'profile_reports' : 'reports');

/** Sets who has a report in hand; false when it is closed. */
export async function setHandler(tx: Tx, report: Found, handledBy: string | null): Promise<boolean> {
  const text = `UPDATE ${tableOf(report)} SET handled_by = $2 WHERE id = $1 AND resolved_at IS NULL RETURNING 1`;
  return (await tx.query(text, [report.id, handledBy])).length > 0;
}

/** Closes a report; false when it is closed already. */
export async function close(
  tx: Tx,
  report: Found,
  { by, now, decision, note }: { by: string; now: Date; decision: string; note: string },
): Promise<boolean> {
  const text = `UPDATE ${tableOf(report)} SET resolved_at = $2, resolved_by = $3, handled_by = $3, decision = $4, note = $5
    WHERE id = $1 AND resolved_at IS NULL RETURNING 1`;
  return (await tx.query(text, [report.id, now, by, decision, note])).length > 0;
}
