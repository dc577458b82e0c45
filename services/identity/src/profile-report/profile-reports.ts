import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import type { ProfileReport } from '../../gen/prisma/client.ts';
import { PERSON_FIELDS, type Person } from '../people/people.ts';

type NewReport = Omit<ProfileReport, 'resolvedAt' | 'resolvedBy' | 'handledBy' | 'decision' | 'note'>;

/** Keeps a report. One that is open replaces its words. */
export async function put(tx: Tx, report: NewReport): Promise<void> {
  const text = `INSERT INTO profile_reports (id, profile_id, reporter_id, reason, details, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (profile_id, reporter_id) WHERE resolved_at IS NULL
    DO UPDATE SET reason = excluded.reason, details = excluded.details`;
  const { id, profileId, reporterId, reason, details, createdAt } = report;
  const values = [id, profileId, reporterId, reason, details, createdAt];
  await tx.query({ name: 'profile-reports.put', text, values });
}

export type OpenReport = Pick<ProfileReport, 'id' | 'reason' | 'details' | 'createdAt'> & {
  person: Person;
  reporter: Person;
};

/** Open reports of others than the viewer, oldest first, after one of them. */
export async function listOpen(
  db: Pick<Database, 'query'>,
  viewerId: string,
  afterId: string | undefined,
  limit: number,
): Promise<OpenReport[]> {
  const text = `SELECT id, profile_id, reporter_id, reason, details, created_at FROM profile_reports
    WHERE resolved_at IS NULL AND ($1::uuid IS NULL OR id > $1) AND profile_id <> $3
    ORDER BY id LIMIT $2`;
  const reports = await db.query<ProfileReport>({
    name: 'profile-reports.open',
    text,
    values: [afterId ?? null, limit, viewerId],
  });
  const people = await peopleOf(db, reports);
  return reports.flatMap(({ profileId, reporterId, ...report }) => {
    const [person, reporter] = [people.get(profileId), people.get(reporterId)];
    return person && reporter ? { ...report, person, reporter } : [];
  });
}

async function peopleOf(db: Pick<Database, 'query'>, reports: readonly ProfileReport[]): Promise<Map<string, Person>> {
  const ids = new Set(reports.flatMap(({ profileId, reporterId }) => [profileId, reporterId]));
  const text = `SELECT ${columnsOf(PERSON_FIELDS)} FROM accounts WHERE id = ANY($1)`;
  const people = await db.query<Person>({ name: 'profile-reports.people', text, values: [[...ids]] });
  return new Map(people.map((person) => [person.id, person]));
}

/** Resolves an open report; false when it is resolved already. */
export async function resolve(tx: Tx, id: string, by: string, now: Date): Promise<boolean> {
  const text = `UPDATE profile_reports SET resolved_at = $3, resolved_by = $2
    WHERE id = $1 AND resolved_at IS NULL RETURNING 1`;
  return (await tx.query({ name: 'profile-reports.resolve', text, values: [id, by, now] })).length > 0;
}
