import type { Database } from '@marquee/data/database';

export type StaffNoticeProgress = {
  staffNoticeId: string;
  planned: number;
  isPlanned: boolean;
  hasFailed: boolean;
  inInbox: number;
  seen: number;
  sent: number;
  waiting: number;
  notSent: number;
};

// Messages to browsers are kept by notice and browser; the others by notice. A day's mail counts as none.
const STATES = `
  SELECT d.state FROM deliveries d WHERE d.kind = 'NOTICE_PUSH' AND split_part(d.subject_id, '/', 1) = n.id::text
  UNION ALL
  SELECT d.state FROM deliveries d WHERE d.kind IN ('NOTICE_EMAIL', 'NOTICE_SMS') AND d.subject_id = n.id::text`;

/** Of each notice that is known: whom it reached, counted of rows that a burst of at most 1,000 people leaves. */
export function of(db: Pick<Database, 'query'>, staffNoticeIds: readonly string[]): Promise<StaffNoticeProgress[]> {
  return db.query<StaffNoticeProgress>({
    name: 'staff-notice-progress.of',
    text: `
      SELECT e.event_key AS staff_notice_id, e.planned, e.state = 'PLANNED' AS is_planned, e.state = 'FAILED' AS has_failed,
        inbox.in_inbox, inbox.seen, messages.sent, messages.waiting, messages.not_sent
      FROM notice_events e,
        LATERAL (SELECT count(*) FILTER (WHERE n.in_app)::int AS in_inbox, count(n.seen_at)::int AS seen
          FROM notices n WHERE n.kind = e.kind AND n.event_key = e.event_key) inbox,
        LATERAL (SELECT count(*) FILTER (WHERE d.state = 'SENT')::int AS sent,
            count(*) FILTER (WHERE d.state = 'WAITING')::int AS waiting,
            count(*) FILTER (WHERE d.state NOT IN ('SENT', 'WAITING'))::int AS not_sent
          FROM notices n, LATERAL (${STATES}) d
          WHERE n.kind = e.kind AND n.event_key = e.event_key) messages
      WHERE e.kind = 'STAFF_NOTICE' AND e.event_key = ANY($1)`,
    values: [staffNoticeIds],
  });
}
