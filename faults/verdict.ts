import { createHash } from 'node:crypto';
import { type FilmOnRecord, filmsOnRecord, reviewsOnRecord, unlocksOnRecord } from '@marquee/film/invariants';
import { accountsOnRecord, sessionsOnRecord } from '@marquee/identity/invariants';
import { fileOnRecord } from '@marquee/media/invariants';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { Attempt, Claims } from './claims.ts';
import { whoAmI } from './clients.ts';
import { judgeFestival } from './judge-festival.ts';
import type { Owners } from './owners.ts';
import type { Records } from './records.ts';
import type { Uploaded } from './uploads.ts';

/** Acknowledged writes that are missing, and writes that took effect more than once. */
export type Verdict = { acknowledged: number; lost: string[]; doubled: string[] };

/** Compares every acknowledged write with what the services have on record. */
export async function judgeClaims(
  claims: Claims,
  owners: Owners,
  blobs: BlobStore,
  records: Records,
): Promise<Verdict> {
  const verdict: Verdict = { acknowledged: 0, lost: [], doubled: [] };
  await judgeSignIns(verdict, claims, owners, records);
  await judgeReviews(verdict, claims, owners);
  await judgeFilms(verdict, claims, owners);
  await judgeFilmOrders(verdict, claims, owners);
  await judgeFestival(verdict, claims, owners);
  for (const file of claims.uploads) await judgeUpload(verdict, file, owners, blobs);
  return verdict;
}

async function judgeSignIns(verdict: Verdict, { signIns }: Claims, owners: Owners, records: Records): Promise<void> {
  const emails = [...new Set(signIns.map(({ email }) => email))];
  // Each sign-in acknowledges a session and a mail, whose link was followed.
  verdict.acknowledged += emails.length + 2 * signIns.length;
  const accounts = await accountsOnRecord(owners.query('identity'), emails);
  for (const email of emails) if (!accounts.has(email)) verdict.lost.push(`the account of ${email}`);
  const challengeIds = signIns.map(({ challengeId }) => challengeId);
  const sessions = await sessionsOnRecord(owners.query('identity'), challengeIds);
  for (const signIn of signIns) {
    const session = sessions.get(signIn.challengeId);
    if (!session) verdict.lost.push(`a session of ${signIn.email}`);
    else if (signIn.signedOut && !session.isEnded) verdict.lost.push(`a sign-out of ${signIn.email}`);
    else if (!signIn.leaves && session.isEnded) verdict.lost.push(`a session of ${signIn.email}, which has ended`);
  }
  for (const { browser, accountId, leaves } of signIns.slice(-SESSIONS_ASKED)) {
    if (!leaves && !(await whoAmI(browser, accountId, records))) verdict.lost.push(`who ${browser.name} is`);
  }
}

const SESSIONS_ASKED = 6;

/** Whether the last acknowledged value, or one attempted after it, is on record. Without an acknowledgement any may be. */
function mayStand<T>(attempts: readonly Attempt<T>[], is: (value: T) => boolean): boolean {
  const last = attempts.findLastIndex(({ acknowledged }) => acknowledged);
  return attempts.slice(Math.max(0, last)).some(({ value }) => is(value)) || (last < 0 && attempts.length > 0);
}

const acknowledgedOf = (attempts: readonly Attempt<unknown>[]) =>
  attempts.filter(({ acknowledged }) => acknowledged).length;

async function judgeReviews(verdict: Verdict, { reviews }: Claims, owners: Owners): Promise<void> {
  const onRecord = await reviewsOnRecord(owners.query('film'));
  const found = new Map(onRecord.map((review) => [`${review.accountId}/${review.filmId}`, review]));
  for (const [key, attempts] of reviews) {
    const acknowledged = acknowledgedOf(attempts);
    verdict.acknowledged += acknowledged;
    if (acknowledged === 0) continue;
    const review = found.get(key);
    const stands =
      review && mayStand(attempts, ({ rating, message }) => rating === review.rating && message === review.message);
    if (!stands) verdict.lost.push(`a review: ${review ? `"${review.message}" stands` : 'none stands'}`);
    if (!review) continue;
    const { version } = review;
    if (version < acknowledged) verdict.lost.push(`${acknowledged - version} changes of a review`);
    if (version > attempts.length) verdict.doubled.push(`${version - attempts.length} changes of a review`);
  }
}

async function judgeFilms(verdict: Verdict, { films, edits, published }: Claims, owners: Owners): Promise<void> {
  const onRecord = await filmsOnRecord(owners.query('film'));
  for (const [title, id] of films) {
    const found = onRecord.filter(({ filmTitle }) => filmTitle === title);
    if (id) verdict.acknowledged += 1;
    if (id && !found.some((film) => film.id === id)) verdict.lost.push(`the film "${title}"`);
    if (found.length > 1) verdict.doubled.push(`the film "${title}"`);
  }
  const check = <T>(claimed: Map<string, Attempt<T>[]>, what: string, read: (film: FilmOnRecord) => T) => {
    for (const [id, attempts] of claimed) {
      verdict.acknowledged += acknowledgedOf(attempts);
      const film = onRecord.find((one) => one.id === id);
      if (!film || !mayStand(attempts, (value) => value === read(film))) verdict.lost.push(what);
    }
  };
  check(edits, 'an edit of a film', ({ logLine }) => logLine);
  check(published, 'that a film was published or taken back', ({ published: isPublished }) => isPublished);
}

/** That nothing is charged without its unlock or refund, and nothing twice, is an invariant of film, also of other orders. */
async function judgeFilmOrders(verdict: Verdict, { filmOrders }: Claims, owners: Owners): Promise<void> {
  const paid = [...filmOrders].filter(([, { acknowledged }]) => acknowledged).map(([orderId]) => orderId);
  verdict.acknowledged += paid.length;
  const unlocked = await unlocksOnRecord(owners.query('film'), paid);
  for (const orderId of paid) if (!unlocked.has(orderId)) verdict.lost.push(`the unlock of the order ${orderId}`);
}

async function judgeUpload(verdict: Verdict, uploaded: Uploaded, owners: Owners, blobs: BlobStore): Promise<void> {
  verdict.acknowledged += 1;
  const file = await fileOnRecord(owners.query('media'), uploaded.assetId);
  if (file?.state !== 'READY') return void verdict.lost.push(`an upload, which is ${file?.state ?? 'not there'}`);
  if (uploaded.isVideo && file.transcodeStatus !== 'COMPLETE')
    verdict.lost.push(`a transcode, which is ${file.transcodeStatus}`);
  const bytes = file.sourceKey ? await blobs.read(file.sourceKey) : Buffer.alloc(0);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length !== uploaded.sizeBytes || sha256 !== uploaded.sha256) verdict.lost.push('the bytes of an upload');
}
