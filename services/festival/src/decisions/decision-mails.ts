import type { Tx } from '@marquee/data/database';
import type { DecisionName } from '@marquee/rules/submissions';
import type { SentDecision } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';

/** The mail of a decision, with how many wait and were sent; without one its texts are ''. */
export type DecisionMail = {
  decision: DecisionName;
  subject: string;
  body: string;
  waiting: number;
  sent: number;
};

/** The mails of a call, one for each decision. */
export function listOf(db: Queryable, callId: string): Promise<DecisionMail[]> {
  return db.query<DecisionMail>({
    name: 'decision-mails.of',
    text: `SELECT d.decision, coalesce(m.subject, '') AS subject, coalesce(m.body, '') AS body,
        count(s.id) FILTER (WHERE s.notified_at IS NULL)::int AS waiting,
        count(s.id) FILTER (WHERE s.notified_at IS NOT NULL)::int AS sent
      FROM (VALUES (1, 'SELECTED'), (2, 'WAITLISTED'), (3, 'NOT_SELECTED')) d (place, decision)
        LEFT JOIN decision_mails m ON m.call_id = $1 AND m.decision = d.decision
        LEFT JOIN submissions s ON s.call_id = $1 AND s.decision = d.decision AND s.state = 'SUBMITTED'
      GROUP BY d.place, d.decision, m.subject, m.body ORDER BY d.place`,
    values: [callId],
  });
}

export async function get(db: Queryable, callId: string, decision: DecisionName): Promise<DecisionMail> {
  return (await listOf(db, callId)).find((mail) => mail.decision === decision) as DecisionMail;
}

type Saved = { callId: string; decision: DecisionName; subject: string; body: string };

export async function save(tx: Tx, { callId, decision, subject, body }: Saved, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO decision_mails (call_id, decision, subject, body, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (call_id, decision) DO UPDATE SET subject = excluded.subject, body = excluded.body,
       updated_at = excluded.updated_at`,
    [callId, decision, subject, body, now],
  );
}

/** Who waits for the mail of a decision, with what is merged into it. */
export type Recipient = {
  id: string;
  version: bigint;
  makerId: string;
  makerName: string;
  filmId: string;
  filmTitle: string;
  categoryName: string;
};

/** Whose mail waits, the earliest first. */
export function listWaiting(
  db: Queryable,
  { callId, decision, limit, lock }: { callId: string; decision: DecisionName; limit: number; lock: boolean },
): Promise<Recipient[]> {
  return db.query<Recipient>({
    name: `decision-mails.waiting${lock ? '-locked' : ''}`,
    text: `SELECT s.id, s.version, s.maker_id, ${NAME} AS maker_name, s.film_id,
        coalesce(f.film_title, '') AS film_title, g.name AS category_name
      FROM submissions s JOIN call_categories g ON g.id = s.category_id LEFT JOIN films f ON f.id = s.film_id
        LEFT JOIN people p ON p.id = s.maker_id
      WHERE s.call_id = $1 AND s.decision = $2 AND s.state = 'SUBMITTED' AND s.notified_at IS NULL
        AND s.maker_id IS NOT NULL
      ORDER BY s.created_at, s.id LIMIT $3 ${lock ? 'FOR UPDATE OF s' : ''}`,
    values: [callId, decision, limit],
  });
}

/** Keeps a mail as it is sent, and that its maker knows the decision. */
export async function markSent(tx: Tx, { submissionId, decision, subject, body, sentAt }: SentDecision): Promise<void> {
  await tx.query({
    name: 'decision-mails.sent',
    text: `INSERT INTO sent_decisions (submission_id, decision, subject, body, sent_at) VALUES ($1, $2, $3, $4, $5)`,
    values: [submissionId, decision, subject, body, sentAt],
  });
  await tx.query({
    name: 'decision-mails.notified',
    text: 'UPDATE submissions SET notified_at = $2, version = version + 1 WHERE id = $1',
    values: [submissionId, sentAt],
  });
}

export type SentMail = {
  makerId: string | null;
  festivalName: string;
  filmTitle: string;
  subject: string;
  body: string;
};

/** The mail of a submission as it was sent. */
export async function findSent(db: Queryable, submissionId: string): Promise<SentMail | undefined> {
  const [row] = await db.query<SentMail>({
    name: 'decision-mails.find-sent',
    text: `SELECT s.maker_id, o.name AS festival_name, coalesce(f.film_title, '') AS film_title, d.subject, d.body
      FROM sent_decisions d JOIN submissions s ON s.id = d.submission_id JOIN calls c ON c.id = s.call_id
        JOIN organizations o ON o.id = c.festival_id LEFT JOIN films f ON f.id = s.film_id
      WHERE d.submission_id = $1`,
    values: [submissionId],
  });
  return row;
}
