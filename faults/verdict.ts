import { createHash } from 'node:crypto';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { Attempt, Claims, Review } from './claims.ts';
import { whoAmI } from './clients.ts';
import type { Owners } from './owners.ts';
import type { Records } from './records.ts';
import type { Uploaded } from './uploads.ts';

/** What became of all that was acknowledged. */
export type Verdict = { acknowledged: number; lost: string[]; doubled: string[] };

/** Compares what the clients were told is done with what the owners have. */
export async function judgeClaims(
  claims: Claims,
  owners: Owners,
  blobs: BlobStore,
  records: Records,
): Promise<Verdict> {
  const verdict: Verdict = { acknowledged: 0, lost: [], doubled: [] };
  await judgeSignIns(verdict, claims, owners, records);
  await judgeMail(verdict, claims, owners);
  await judgeReviews(verdict, claims, owners);
  await judgeFilms(verdict, claims, owners);
  for (const file of claims.uploads) await judgeUpload(verdict, file, owners, blobs);
  return verdict;
}

async function judgeSignIns(verdict: Verdict, { signIns }: Claims, owners: Owners, records: Records): Promise<void> {
  const emails = [...new Set(signIns.map(({ email }) => email))];
  verdict.acknowledged += emails.length + signIns.length;
  const found = await owners.rows<{ email: string; n: number }>(
    'identity',
    'SELECT email, count(*)::int AS n FROM accounts WHERE email = ANY($1) GROUP BY email',
    [emails],
  );
  const counts = new Map(found.map(({ email, n }) => [email, n]));
  for (const email of emails) if (counts.get(email) !== 1) verdict.lost.push(`the account of ${email}`);
  const sessions = await owners.rows<{ id: string; ended: boolean; n: number }>(
    'identity',
    `SELECT c.id, s.ended_at IS NOT NULL AS ended, count(*) OVER (PARTITION BY c.id)::int AS n
     FROM challenges c JOIN sessions s ON s.id = c.session_id WHERE c.id = ANY($1)`,
    [signIns.map(({ challengeId }) => challengeId)],
  );
  const byChallenge = new Map(sessions.map((row) => [row.id, row]));
  for (const signIn of signIns) {
    const session = byChallenge.get(signIn.challengeId);
    if (!session) verdict.lost.push(`a session of ${signIn.email}`);
    else if (signIn.signedOut && !session.ended) verdict.lost.push(`a sign-out of ${signIn.email}`);
    else if (!signIn.leaves && session.ended) verdict.lost.push(`a session of ${signIn.email}, which has ended`);
  }
  for (const { browser, accountId, leaves } of signIns.slice(-SESSIONS_ASKED)) {
    if (!leaves && !(await whoAmI(browser, accountId, records))) verdict.lost.push(`who ${browser.name} is`);
  }
}

const SESSIONS_ASKED = 6;

/** Nobody is sent a mail twice. That it came is seen by the sign-in, whose link lay in it. */
async function judgeMail(verdict: Verdict, { signIns }: Claims, owners: Owners): Promise<void> {
  verdict.acknowledged += signIns.length;
  const emails = [...new Set(signIns.map(({ email }) => email))];
  const mails = await owners.rows<{ address: string; n: number; distinct: number }>(
    'notification',
    `SELECT address, count(*)::int AS n, count(DISTINCT links)::int AS distinct FROM dev_inbox_messages
     WHERE address = ANY($1) GROUP BY address`,
    [emails],
  );
  for (const { address, n, distinct } of mails)
    if (n > distinct) verdict.doubled.push(`${n - distinct} mails to ${address}`);
}

function mayBe<T>(attempts: readonly Attempt<T>[], is: (value: T) => boolean): boolean {
  const last = attempts.findLastIndex(({ acknowledged }) => acknowledged);
  return attempts.slice(Math.max(0, last)).some(({ value }) => is(value)) || (last < 0 && attempts.length > 0);
}

const acknowledgedOf = (attempts: readonly Attempt<unknown>[]) =>
  attempts.filter(({ acknowledged }) => acknowledged).length;

type ReviewRow = Review & { id: string; film_id: string; account_id: string; version: number };

async function judgeReviews(verdict: Verdict, { reviews }: Claims, owners: Owners): Promise<void> {
  const rows = await owners.rows<ReviewRow>(
    'film',
    'SELECT id, film_id, account_id, rating, message, version::int AS version FROM reviews',
  );
  const events = await owners.rows<{ key: string; n: number }>(
    'film',
    "SELECT key, count(*)::int AS n FROM outbox WHERE type = 'events.v1.FilmRated' GROUP BY key",
  );
  const eventsOf = new Map(events.map(({ key, n }) => [key, n]));
  const found = new Map(rows.map((row) => [`${row.account_id}/${row.film_id}`, row]));
  for (const [key, attempts] of reviews) {
    const acknowledged = acknowledgedOf(attempts);
    verdict.acknowledged += acknowledged;
    if (acknowledged === 0) continue;
    const row = found.get(key);
    const matches = row && mayBe(attempts, (is) => is.rating === row.rating && is.message === row.message);
    if (!matches) verdict.lost.push(`a review: ${row ? `"${row.message}" stands` : 'none stands'}`);
    if (!row) continue;
    if (row.version < acknowledged) verdict.lost.push(`${acknowledged - row.version} changes of a review`);
    if (row.version > attempts.length) verdict.doubled.push(`${row.version - attempts.length} changes of a review`);
    const n = eventsOf.get(row.id) ?? 0;
    if (n < row.version) verdict.lost.push(`${row.version - n} events of a review`);
    if (n > row.version) verdict.doubled.push(`${n - row.version} events of a review`);
  }
  await judgeCounts(verdict, rows, owners);
}

/** The stars of a film are those of its reviews. */
async function judgeCounts(verdict: Verdict, rows: readonly ReviewRow[], owners: Owners): Promise<void> {
  const stars = [1, 2, 3, 4, 5].map((star) => `sum(stars_${star})::int AS s${star}`).join(', ');
  const each = [1, 2, 3, 4, 5].map((star) => `stars_${star}`).join(', ');
  const sums = await owners.rows<Record<string, number | string>>(
    'film',
    `SELECT film_id, ${stars} FROM (SELECT film_id, ${each} FROM film_stats UNION ALL SELECT film_id, ${each} FROM stat_deltas) x
     GROUP BY film_id`,
  );
  for (const sum of sums) {
    for (const star of [1, 2, 3, 4, 5]) {
      const given = rows.filter((row) => row.film_id === sum.film_id && row.rating === star).length;
      const counted = Number(sum[`s${star}`]);
      if (counted < given) verdict.lost.push(`${given - counted} counts of ${star} stars`);
      if (counted > given) verdict.doubled.push(`${counted - given} counts of ${star} stars`);
    }
  }
}

async function judgeFilms(verdict: Verdict, { films, edits, published }: Claims, owners: Owners): Promise<void> {
  const rows = await owners.rows<{ id: string; film_title: string; log_line: string; published: boolean }>(
    'film',
    'SELECT id, film_title, log_line, published FROM films',
  );
  for (const [title, id] of films) {
    const found = rows.filter((row) => row.film_title === title);
    if (id) verdict.acknowledged += 1;
    if (id && !found.some((row) => row.id === id)) verdict.lost.push(`the film "${title}"`);
    if (found.length > 1) verdict.doubled.push(`the film "${title}"`);
  }
  const check = <T>(claims: Map<string, Attempt<T>[]>, what: string, read: (row: (typeof rows)[number]) => T) => {
    for (const [id, attempts] of claims) {
      verdict.acknowledged += acknowledgedOf(attempts);
      const row = rows.find((film) => film.id === id);
      if (!row || !mayBe(attempts, (value) => value === read(row))) verdict.lost.push(what);
    }
  };
  check(edits, 'an edit of a film', (row) => row.log_line);
  check(published, 'that a film was published or taken back', (row) => row.published);
}

async function judgeUpload(verdict: Verdict, file: Uploaded, owners: Owners, blobs: BlobStore): Promise<void> {
  verdict.acknowledged += 1;
  const [asset] = await owners.rows<{ state: string; source_key: string; status: string | null }>(
    'media',
    `SELECT a.state, a.source_key, t.status FROM assets a LEFT JOIN transcodes t ON t.id = a.current_transcode_id
     WHERE a.id = $1`,
    [file.assetId],
  );
  if (asset?.state !== 'READY') return void verdict.lost.push(`an upload, which is ${asset?.state ?? 'not there'}`);
  if (file.isVideo && asset.status !== 'COMPLETE') verdict.lost.push(`a transcode, which is ${asset.status}`);
  const bytes = await blobs.read(asset.source_key);
  const isSame = bytes.length === file.sizeBytes && createHash('sha256').update(bytes).digest('hex') === file.sha256;
  if (!isSame) verdict.lost.push('the bytes of an upload');
}
